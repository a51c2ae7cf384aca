import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lines, openReadingArchive, SAMPLE } from './reading-archive.ts';
import { runIn } from './run-command.ts';

let config = '';
beforeAll(() => {
  config = openReadingArchive();
});

const run = (...args: string[]) => runIn(config, ...args);

describe('chronicle list', () => {
  it('lists the newest sessions first and says how many it leaves out', async () => {
    const { code, stdout, stderr } = await run('list', '--limit', '2');
    expect(lines(stdout).map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'Project', 'Started', 'Events', 'Title'],
      ['7cad4bbb', 'nestbox', '2026-11-19 08:50', '10', 'A winter report, one page a box'],
      [
        '86876a22',
        'tidemark',
        '2026-11-18 14:15',
        '7',
        'Answer the twelve oldest issues',
      ],
    ]);
    expect(stderr).toMatch(/^\d+ older sessions not listed\. Use --limit \d+ to list all\.\n$/);
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
    [['--project', 'nestbx'], 'There is no project nestbx. Did you mean nestbox?'],
    [['--since', 'yesterday'], '--since must be a year, month or day, such as 2026-10 or 2026-10-14, not yesterday.'],
    [['--limit', '0'], '--limit must be a whole number, 1 or more, not 0.'],
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
      'A winter report, one page a box',
      'nestbox · 2026-11-19 08:50 · nb/21-winter-report · NB-21',
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
      expect.stringMatching(/^2 sessions match 2026-07-31-main: .+, .+\. Use project\/name, or the id\.\n$/),
    ]);
  });

  it.each([[[]], [['7cad4']], [['a', 'b']]])('refuses %j', async (names) => {
    expect((await run('show', ...names)).code).toBe(2);
  });
});
