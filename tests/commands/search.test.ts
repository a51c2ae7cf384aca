import { beforeAll, describe, expect, it } from 'vitest';
import { lines, openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

let config = '';
beforeAll(() => {
  config = openReadingArchive();
});

const run = (...args: string[]) => runIn(config, ...args);

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
