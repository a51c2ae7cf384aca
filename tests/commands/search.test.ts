import { beforeAll, describe, expect, it } from 'vitest';
import { lines, openArchiveOfKinds, openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

let config = '';
beforeAll(() => {
  config = openReadingArchive();
});

const NO_WORDS =
  'chronicle search needs a word or a filter, such as heredoc or tag:miss; see chronicle search --help.\n';

const run = (...args: string[]) => runIn(config, ...args);

describe('chronicle search', () => {
  it('groups by session, with the ids to cite', async () => {
    const { code, stdout, stderr } = await run('search', 'tag:miss', 'esptool');
    expect(lines(stdout)).toEqual([
      'A zero point for every night',
      'nestbox · 2026-10-02 13:20 · 26b29c4c',
      '  e-46b733  14:18  MEMORY-MISS      Wrote the tare build to the wrong node with esptool directly, past the Makefile and past feedback_flash_by_serial.md',
    ]);
    expect(stderr).toBe('1 match in 1 session.\n');
    expect(code).toBe(0);
  });

  it('shows matches in part behind the others, and counts them apart', async () => {
    const { stdout, stderr } = await runIn(openArchiveOfKinds(), 'search', 'kind:event', 'mount', 'zeppelin');
    expect([stdout, stderr]).toEqual([expect.stringContaining('Kept the old mount'), 'No match in full; 1 in part.\n']);
    const titled = await runIn(openArchiveOfKinds(), 'search', 'quicksilver');
    expect(titled.stdout).toMatch(/ narrative +Quicksilver\n\nIn part:\n\n[\s\S]* Kept the old mount\n/);
    expect(titled.stderr).toMatch(/^1 match in 1 session; \d+ more in part\.\n$/);
  });

  it('prints no more than --limit', async () => {
    const { stdout, stderr } = await run('search', 'memory', 'kind:event', '--limit', '3');
    expect(stdout.match(/^ {2}e-/gm)).toHaveLength(3);
    expect(stderr).toMatch(/Showing the first 3; use --limit \d+ to print all\.\n$/);
  });

  it.each([
    ['a summary', 'paddock', 'summary The paddock gate was open.'],
    ['a narrative', 'quagmire', 'narrative Quicksilver … Then came the quagmire.'],
    ['a title', 'quicksilver', 'narrative Quicksilver'],
    ['a branch', 'gantry', 'session ops/gantry'],
    ['a task', 'OPS-77', 'session ops/gantry … OPS-77'],
    ['a prompt', 'marmalade', 'session ops/sweep … untangle the marmalade'],
    ['a found event', 'walrus', 'f-1a2b3c 10:00 DECISION Look at the walrus first'],
  ])('finds a word of %s without naming its kind', async (_, word, line) => {
    const own = openArchiveOfKinds();
    const { code, stdout } = await runIn(own, 'search', word);
    expect(stdout.replace(/\s+/g, ' ')).toContain(line);
    expect(code).toBe(0);
  });

  it('exits with 1 without a match, as grep does', async () => {
    expect(await run('search', 'zeppelin', 'project:lardr')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No matches.\nNo project is called lardr. Did you mean project:larder?\n',
    });
    expect(JSON.parse((await run('search', 'zeppelin', '--json')).stdout)).toEqual({ total: 0, whole: 0, hits: [] });
  });

  it.each([
    [['tag:mis', 'memory'], 'tag:mis is not valid. Did you mean tag:miss?\n'],
    [[], NO_WORDS],
    [['...'], NO_WORDS],
  ])('refuses %j', async (words, sentence) => {
    expect(await run('search', ...words)).toEqual({ code: 2, stdout: '', stderr: sentence });
  });
});
