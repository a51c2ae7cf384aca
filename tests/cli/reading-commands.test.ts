import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { runCommand } from '../loader/command.ts';

const SAMPLE = join(import.meta.dirname, '../fixtures/sample/projects');
const ESCAPE = String.fromCharCode(27);
const HOSTILE = `---
session_id: 00000000-hostile
date: 2026-06-01
branch: x/y
task:
started: 2026-06-01T08:00:00Z
---

## Events

- 10:00 [ERROR] zebra ${ESCAPE}[31mred${ESCAPE}[0m \u202egnp.exe \u009b31m
- 10:01 [INSIGHT] zebra ${'long '.repeat(2000)}

## Summary

A zebra was here.
`;

/** A configuration directory with the sample as the owner's archive and a session of control characters; and an empty one. */
let config = '';
let empty = '';

beforeAll(() => {
  config = temporaryDirectory();
  empty = temporaryDirectory();
  cpSync(SAMPLE, join(config, 'projects'), { recursive: true });
  const directory = join(config, 'projects/-home-robin-hostile/chronicle');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '2026-06-01-x-y.md'), HOSTILE);
});

afterAll(() => {
  for (const directory of [config, empty]) rmSync(directory, { recursive: true });
});

const run = (...args: string[]) => runCommand(config, ...args);
const lines = (text: string) => text.trimEnd().split('\n');

describe('chronicle list', () => {
  it('lists the newest sessions first and says how many it leaves out', async () => {
    const { code, stdout, stderr } = await run('list', '--limit', '2');
    expect(lines(stdout).map((line) => line.split(/ {2,}/))).toEqual([
      ['2026-11-19-nb-21-winter-report', 'nestbox', '10 events', 'Winter report'],
      ['2026-11-18-main', 'tidemark', '7 events', 'Answer the twelve oldest issues before writing new code this week'],
    ]);
    expect(stderr).toMatch(/^\d+ older sessions not listed; --limit \d+ lists all\.\n$/);
    expect(code).toBe(0);
  });

  it('narrows to a project and a time, and prints JSON', async () => {
    const { stdout } = await run('list', '--project', 'Nestbox', '--since', '2026-11-10', '--json');
    const entries = JSON.parse(stdout);
    expect(entries.map(({ name, project }: Record<string, string>) => [name, project])).toEqual([
      ['2026-11-19-nb-21-winter-report', 'nestbox'],
      ['2026-11-13-0.9', 'nestbox'],
    ]);
    expect(entries[0]).toMatchObject({ id: '7cad4bbb-677f-4961-9c8b-440c95f17b05', events: 10, summary: 'agent' });
  });

  it.each([
    [['--project', 'nestbx'], 'No session is of a project nestbx. Did you mean nestbox?'],
    [['--since', 'yesterday'], '--since takes a year, month or day, such as 2026-10 or 2026-10-14, not yesterday.'],
    [['--limit', '0'], '--limit takes a number from 1, not 0.'],
  ])('refuses %j', async (args, sentence) => {
    expect(await run('list', ...args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });
});

describe('chronicle show', () => {
  it.each([
    '2026-11-19-nb-21-winter-report',
    '2026-11-19-nb-21-winter-report.md',
    'nestbox/2026-11-19-nb-21-winter-report',
    '7cad4bbb-677f-4961-9c8b-440c95f17b05',
    '7cad4b',
    'last',
  ])('finds a session by %s', async (name) => {
    const { code, stdout } = await run('show', name);
    const [title, facts, id, , , event] = lines(stdout);
    expect([title, facts, id]).toEqual([
      'Winter report',
      'nestbox, 2026-11-19, nb/21-winter-report, NB-21',
      'session 7cad4bbb-677f-4961-9c8b-440c95f17b05',
    ]);
    expect(event).toMatch(/^e-[0-9a-f]{6} {2}08:57 {2}DECISION {9}One page a box/);
    expect(stdout).toContain('\n\nSummary\nThe winter report counts nights');
    expect(code).toBe(0);
  });

  it('prints JSON whose events are named for citing', async () => {
    const { stdout } = await run('show', 'last', '--json');
    expect(JSON.parse(stdout).events[0].id).toMatch(/^7cad4bbb-677f-4961-9c8b-440c95f17b05#e-[0-9a-f]{6}$/);
  });

  it('lists what an unclear name could mean', async () => {
    const { code, stderr } = await run('show', '2026-08-18-lar-18-search-indx');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^There is no session 2026-08-18-lar-18-search-indx\. Did you mean larder\/2026-08-18-lar-18-search-index \([0-9a-f-]+\)\?\n$/,
      ),
    ]);
    mkdirSync(join(config, 'projects/-other/chronicle'), { recursive: true });
    cpSync(
      join(SAMPLE, '-home-robin-code-larder/chronicle/2026-07-31-main.md'),
      join(config, 'projects/-other/chronicle/2026-07-31-main.md'),
    );
    const both = await run('show', '2026-07-31-main');
    rmSync(join(config, 'projects/-other'), { recursive: true });
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringMatching(/^2 sessions fit 2026-07-31-main: .+, .+\. Name one with its project or by its id\.\n$/),
    ]);
  });

  it.each([[[]], [['7cad4']], [['a', 'b']]])('refuses %j', async (names) => {
    expect((await run('show', ...names)).code).toBe(2);
  });
});

describe('what an agent reads', () => {
  const LIMIT = 25_000;
  let long = '';

  beforeAll(() => {
    long = temporaryDirectory();
    const directory = join(long, 'projects/-home-robin-long/chronicle');
    mkdirSync(directory, { recursive: true });
    const events = Array.from(
      { length: 290 },
      (_, n) => `- 10:00 [ERROR] zebra ${n} ${`${ESCAPE}[31m`.repeat(30)}\n  why ${'x'.repeat(300)}`,
    );
    const summary = `${'A zebra was here.\n'.repeat(70)}${'long '.repeat(200)}`;
    const text = HOSTILE.replace(/(?<=## Events\n\n)[\s\S]*(?=\n\n## Summary)/, () => events.join('\n'));
    writeFileSync(join(directory, '2026-06-01-x-y.md'), text.replace('A zebra was here.', summary));
  });

  afterAll(() => rmSync(long, { recursive: true }));

  it('is a session cut at whole events, with its summary, and how to get the rest', async () => {
    const { code, stdout } = await runCommand(long, 'show', 'last');
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(20_000);
    expect(stdout.length).toBeLessThanOrEqual(LIMIT);
    const shown = stdout.match(/^e-.+\n {4}why x+$/gm)?.length ?? 0;
    expect(stdout).toContain(
      `\n… ${290 - shown} more events; --json has all, chronicle search session:2026-06-01-x-y finds some.\n\nSummary\n`,
    );
    expect(JSON.parse((await runCommand(long, 'show', 'last', '--json')).stdout).events).toHaveLength(290);
  });

  it('is as many hits as pass, and how to get the others', async () => {
    const { code, stdout, stderr } = await runCommand(long, 'search', 'zebra', '--limit', '290');
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(15_000);
    expect(stdout.length).toBeLessThanOrEqual(LIMIT + 1);
    const shown = stdout.match(/^ {2}e-/gm)?.length ?? 0;
    expect(stderr).toContain(`The first ${shown} are printed; narrow the search; --json has all.`);
    expect(
      JSON.parse((await runCommand(long, 'search', 'zebra', '--limit', '290', '--json')).stdout).hits,
    ).toHaveLength(290);
  });
});

describe('chronicle search', () => {
  it('groups by session, with the ids to cite', async () => {
    const { code, stdout, stderr } = await run('search', 'tag:miss', 'esptool');
    expect(lines(stdout)).toEqual([
      '2026-10-02-nb-15-tare-drift  nestbox  26b29c4c-355a-4b52-a5b0-2894359dab85  Tare drift',
      '  e-46b733   14:18  MEMORY-MISS      Wrote the tare build to the wrong node with esptool directly, past the Makefile and past feedback_flash_by_serial.md',
    ]);
    expect(stderr).toBe('1 match in 1 session.\n');
    expect(code).toBe(0);
  });

  it('takes its words in one argument or several, and what must not stand after --', async () => {
    const { stdout } = await run('search', 'memory', 'tag:miss', 'project:larder');
    expect(stdout).toContain('no memory covers uploads');
    expect((await run('search', 'memory tag:miss project:larder')).stdout).toBe(stdout);
    const fewer = await run('search', '--', '-uploads', 'memory', 'tag:miss', 'project:larder');
    expect(fewer.stdout).toContain('memory');
    expect(fewer.stdout).not.toContain('uploads');
  });

  it('prints JSON with whole ids and all text', async () => {
    const { stdout } = await run('search', 'esptool tag:miss', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      total: 1,
      hits: [{ id: '26b29c4c-355a-4b52-a5b0-2894359dab85#e-46b733', tag: 'MEMORY-MISS', kind: 'event' }],
    });
  });

  it('says what else there is, and prints no more than it is asked for', async () => {
    const { stdout, stderr } = await run('search', 'memory', '--limit', '3');
    expect(stdout.match(/^ {2}e-/gm)).toHaveLength(3);
    expect(stderr).toMatch(
      /The first 3 are printed; --limit \d+ prints all\.\nFound as well: 7? ?\d* ?summar.+\(kind:summary\)/,
    );
  });

  it('exits with 1 when nothing is found, as grep does', async () => {
    expect(await run('search', 'zeppelin', 'project:lardr')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing was found.\nThere is no project lardr. Did you mean project:larder?\n',
    });
    expect(JSON.parse((await run('search', 'zeppelin', '--json')).stdout)).toEqual({ total: 0, hits: [] });
  });

  it.each([
    [['tag:mis', 'memory'], 'tag:mis is not known. Did you mean tag:miss?\n'],
    [[], 'chronicle search takes words to look for; --help says which there are.\n'],
    [['...'], 'chronicle search takes words to look for; --help says which there are.\n'],
  ])('refuses %j', async (words, sentence) => {
    expect(await run('search', ...words)).toEqual({ code: 2, stdout: '', stderr: sentence });
  });
});

describe('chronicle check', () => {
  it('names each problem of the archive with its place', async () => {
    const { code, stdout, stderr } = await run('check');
    expect(code).toBe(1);
    expect(lines(stdout)).toContainEqual(
      expect.stringMatching(
        /\/2026-08-26-tm-38-json-output\.md:13:10: Unknown tag \[DECISON\]\. Did you mean \[DECISION\]\?/,
      ),
    );
    expect(stderr).toMatch(/^\d problems in \d of \d+ files\.\n$/);
  });

  it('checks the files and directories it is given', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'good.md'), HOSTILE.replaceAll(/[^\x20-\x7e\n]/g, ''));
    writeFileSync(join(directory, 'bad.md'), 'no front matter');
    writeFileSync(join(directory, 'notes.txt'), 'not a chronicle');
    const { code, stdout, stderr } = await run('check', directory);
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringMatching(/^.+\/bad\.md:1:1: The file does not begin with front matter\. .+\n$/),
      '1 problem in 1 of 2 files.\n',
    ]);
    expect(await run('check', join(directory, 'good.md'))).toEqual({
      code: 0,
      stdout: '',
      stderr: '1 file, no problems.\n',
    });
    const json = await run('check', '--json', join(directory, 'bad.md'));
    expect(JSON.parse(json.stdout)).toEqual([
      expect.objectContaining({
        path: join(directory, 'bad.md'),
        line: 1,
        column: 1,
        code: 'CHRONICLE_NO_FRONT_MATTER',
      }),
    ]);
    rmSync(directory, { recursive: true });
  });

  it('says which paths it could not look at, and still checks the others', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'bad.md'), 'no front matter');
    symlinkSync(join(directory, 'bad.md'), join(directory, 'link.md'));
    const { code, stdout, stderr } = await run('check', join(directory, 'absent.md'), directory);
    expect(code).toBe(2);
    expect(lines(stdout)).toEqual([
      expect.stringContaining('/bad.md:1:1: '),
      expect.stringContaining('/link.md:1:1: This is a symbolic link'),
    ]);
    expect(stderr).toContain(`There is no such file or directory at ${join(directory, 'absent.md')}.`);
    rmSync(directory, { recursive: true });
  });
});

describe('the reading commands', () => {
  it('never send what a terminal would take for a command, and bound what they print', async () => {
    const runs = [
      ['list', '--limit', '99'],
      ['show', '00000000-hostile'],
      ['search', 'zebra'],
      ['search', 'zebra', '--json'],
      ['show', '00000000-hostile', '--json'],
    ];
    for (const args of runs) {
      const { stdout, stderr } = await run(...args);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      if (!args.includes('--json')) expect(Math.max(...lines(stdout).map(({ length }) => length))).toBeLessThan(600);
    }
    const json = JSON.parse((await run('search', 'zebra', '--json')).stdout);
    expect(
      json.hits.some(({ text }: { text: string }) => text.includes(`${ESCAPE}[31mred`) && text.includes('\u009b')),
    ).toBe(true);
  });

  it('say where they looked when there is no archive, and name the sample', async () => {
    const sentence = `There are no chronicles in ${empty}/projects yet. The first appears when Claude Code starts with the hooks installed; \`chronicle dev --sample\` shows a sample.\n`;
    expect(await runCommand(empty, 'list')).toEqual({ code: 0, stdout: '', stderr: sentence });
    expect(await runCommand(empty, 'list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: sentence });
    expect(await runCommand(empty, 'show', 'last')).toEqual({ code: 2, stdout: '', stderr: sentence });
    expect(await runCommand(empty, 'search', 'x')).toEqual({ code: 1, stdout: '', stderr: sentence });
    expect(await runCommand(empty, 'check')).toEqual({ code: 0, stdout: '', stderr: sentence });
  });

  it('say what they take', async () => {
    for (const name of ['list', 'show', 'search', 'check']) {
      const { code, stdout } = await run(name, '--help');
      expect([code, stdout.includes(`chronicle ${name}`), stdout.includes('--json')]).toEqual([0, true, true]);
    }
  });
});
