import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { HOSTILE, lines, openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

let config = '';
beforeAll(() => {
  config = openReadingArchive();
});

const run = (...args: string[]) => runIn(config, ...args);

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
    const directory = temporaryDirectory('reading');
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

  it('reads facts completely', async () => {
    const root = temporaryDirectory('reading');
    const directory = join(root, 'projects/-home-robin-gantry/chronicle');
    mkdirSync(join(directory, 'facts'), { recursive: true });
    writeFileSync(join(directory, 'a.md'), HOSTILE.replaceAll(/[^\x20-\x7e\n]/g, ''));
    const path = join(directory, 'facts/a.json');
    const text = serializeFacts(someFacts({ head: { session_id: '00000000-hostile' } }));
    writeFileSync(path, text);
    expect(await runIn(root, 'check')).toMatchObject({ code: 0, stderr: '1 file, no problems.\n' });
    writeFileSync(path, text.replace('"refusedPlans":0', '"refusedPlans":"x"'));
    const named = `${path}:1:1: These facts about a session cannot be used: refusedPlans is invalid.`;
    for (const args of [['check'], ['check', path]])
      expect(await runIn(root, ...args)).toMatchObject({ code: 1, stdout: expect.stringContaining(named) });
  });

  it.each(['', 'good.md/', 'absent/../good.md'])('takes the path "%s" as the system does', async (path) => {
    const directory = temporaryDirectory('reading');
    writeFileSync(join(directory, 'good.md'), '');
    expect(await run('check', path === '' ? '' : `${directory}/${path}`)).toMatchObject({ code: 2, stdout: '' });
    rmSync(directory, { recursive: true });
  });

  it('says which paths it could not look at, and still checks the others', async () => {
    const directory = temporaryDirectory('reading');
    writeFileSync(join(directory, 'bad.md'), 'no front matter');
    symlinkSync(join(directory, 'bad.md'), join(directory, 'link.md'));
    const { code, stdout, stderr } = await run('check', join(directory, 'absent.md'), directory);
    expect(code).toBe(2);
    expect(lines(stdout)).toEqual([
      expect.stringContaining('/bad.md:1:1: '),
      expect.stringContaining('/link.md:1:1: This is a symbolic link'),
    ]);
    expect(stderr).toContain(`No such file or directory: ${join(directory, 'absent.md')}.`);
    rmSync(directory, { recursive: true });
  });
});
