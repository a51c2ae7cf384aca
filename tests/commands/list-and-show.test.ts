import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveWithFacts } from './archive-with-facts.ts';
import { lines, openReadingArchive, SAMPLE } from './reading-archive.ts';
import { runIn } from './run-command.ts';

let config = '';
beforeAll(() => {
  config = openReadingArchive();
});

const run = (...args: string[]) => runIn(config, ...args);

const NOTED_SHOWN = `Put a latch on the gate
-home-robin-gantry · 2026-05-07 08:00 UTC · ops/latch
session 00000000-noted
FILE
1 event found in the transcript.

Span     08:00 to 08:40, 41 min active
Prompts  2
Files    2 (+6 −2)
Commits  1

#1        08:00  prompt           put a latch on the gate
e-a629b4  08:10  DECISION         A brass latch
                                  proved by commit a1b2c3d
e-2791fe  08:20  ERROR            The latch rusted
                                  It was not brass.
                                  found in commit e5f6a7b8

#2        08:30  prompt           (its text was not kept)
                                  typed while the agent worked

Last message
The latch is on the gate.
`;

describe('chronicle list', () => {
  it('lists the newest sessions first and says how many it leaves out', async () => {
    const { code, stdout, stderr } = await run('list', '--limit', '2');
    expect(lines(stdout).map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'Project', 'Started', 'Events', 'Title'],
      ['7cad4bbb', 'nestbox', '2026-11-19 08:50', '12', 'A winter report, one page a box'],
      ['86876a22', 'tidemark', '2026-11-18 14:15', '8', 'Answer the twelve oldest issues'],
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
    expect(entries[0]).toMatchObject({ id: '7cad4bbb-677f-4961-9c8b-440c95f17b05', events: 12, summary: 'agent' });
  });

  it.each([
    ['src/juniper.ts', ['2026-05-06-ops-hatch']],
    ['juniper.ts', ['2026-05-06-ops-hatch']],
    ['src/', ['2026-05-07-ops-latch', '2026-05-06-ops-hatch']],
    ['uniper.ts', []],
  ])('lists the sessions that edited %s', async (file, names) => {
    const { stdout } = await runIn(openArchiveWithFacts(), 'list', '--file', file, '--json');
    expect(JSON.parse(stdout).map(({ name }: Record<string, string>) => name)).toEqual(names);
  });

  it.each([
    [['--project', 'nestbx'], 'There is no project nestbx. Did you mean nestbox?'],
    [
      ['--since', 'soon'],
      '--since must be a year, month or day such as 2026-10 or 2026-10-14, or yesterday, 3 days ago, last week, monday, not soon.',
    ],
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
    const [title, facts, id] = lines(stdout);
    expect([title, facts, id]).toEqual([
      'A winter report, one page a box',
      'nestbox · 2026-11-19 08:50 · nb/21-winter-report · NB-21',
      'session 7cad4bbb-677f-4961-9c8b-440c95f17b05',
    ]);
    expect(stdout).toMatch(/^e-[0-9a-f]{6} {2}08:57 {2}DECISION {9}One page a box/m);
    expect(stdout).toContain('\n\nSummary\nThe winter report counts nights');
    expect(code).toBe(0);
  });

  it('prints the prompts with what belongs to each, the figures and the end', async () => {
    const own = openArchiveWithFacts();
    const { stdout } = await runIn(own, 'show', '00000000-noted');
    expect(stdout.replace(/^.*\.md$/m, 'FILE')).toBe(NOTED_SHOWN);
  });

  it('prints JSON whose events are named for citing', async () => {
    const { stdout } = await run('show', 'last', '--json');
    expect(JSON.parse(stdout).events[0].id).toMatch(/^7cad4bbb-677f-4961-9c8b-440c95f17b05#e-[0-9a-f]{6}$/);
  });

  it('lists what an unclear name could mean', async () => {
    expect(await run('show', '2026-08-18-lar-18-search-indx')).toRefuse(
      /^There is no session 2026-08-18-lar-18-search-indx\. Did you mean larder\/2026-08-18-lar-18-search-index \([0-9a-f-]+\)\?\n$/,
    );
    const file = 'chronicle/2026-07-31-main.md';
    const text = readFileSync(join(SAMPLE, '-home-robin-code-larder', file), 'utf8');
    mkdirSync(join(config, 'projects/-other/chronicle'), { recursive: true });
    const other = text.replace(/^session_id: .*$/m, 'session_id: another').replace(/^cwd: .*$/m, 'cwd: /other');
    writeFileSync(join(config, 'projects/-other', file), other);
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
