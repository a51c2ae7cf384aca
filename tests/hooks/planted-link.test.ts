import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRefusal, ID, run, runAll, running, WRITERS } from './bad-surroundings.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

describe('a planted link', () => {
  /** Everything outside <config>, which must not change. */
  function outsideOf(box: Sandbox): Record<string, string> {
    return Object.fromEntries(filesBelow(join(box.root, 'outside')).map((path) => [path, readFileSync(path, 'utf8')]));
  }

  function plant(box: Sandbox, place: string, kind: 'directory' | 'file' | 'nothing'): void {
    const target = join(box.root, 'outside', kind);
    mkdirSync(join(box.root, 'outside/directory'), { recursive: true });
    writeFileSync(join(box.root, 'outside/file'), 'precious');
    // In the directory of running sessions, an old unreadable file would be deleted.
    writeFileSync(join(box.root, 'outside/directory/session-2'), 'precious');
    utimesSync(join(box.root, 'outside/directory/session-2'), 0, 0);
    mkdirSync(join(place, '..'), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    symlinkSync(target, place);
  }

  const directories: [string, (box: Sandbox) => string][] = [
    ['projects', (box) => join(box.config, 'projects')],
    ['the project directory', (box) => join(box.chronicleDirectory, '..')],
    ['the chronicle directory', (box) => box.chronicleDirectory],
    ['.tmp', (box) => join(box.chronicleDirectory, '.tmp')],
  ];

  it.each(
    directories.flatMap(([name, placeIn]) =>
      (['directory', 'file', 'nothing'] as const).map((kind) => [name, kind, placeIn] as const),
    ),
  )('at %s to a %s: exit 2 in one sentence, and nothing is written outside', async (_, kind, placeIn) => {
    const box = openQuickSandbox();
    plant(box, placeIn(box), kind);
    const before = outsideOf(box);
    const [end, ...others] = await runAll(box, ['session-end', 'session-start', 'log', 'summary', 'note', 'observe']);
    for (const finished of others) expectRefusal(finished);
    expect(end).toMatchObject({ stdout: '' });
    expect(outsideOf(box)).toEqual(before);
  });

  it.each(directories)(
    'at %s, put there while the session runs, to a copy of it: exit 2, and the copy stays as it is',
    async (name, placeIn) => {
      const box = await running();
      mkdirSync(join(box.root, 'outside'));
      renameSync(placeIn(box), join(box.root, 'outside/copy'));
      symlinkSync(join(box.root, 'outside/copy'), placeIn(box));
      const before = outsideOf(box);
      // Notebooks have a work directory of their own.
      const writers = WRITERS.filter((writer) => name !== '.tmp' || !['note', 'observe'].includes(writer));
      for (const finished of await runAll(box, writers)) expectRefusal(finished);
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it.each(['file', 'nothing', 'directory'] as const)(
    'at the name of the new file, to a %s: the next name is used',
    async (kind) => {
      const box = openQuickSandbox();
      await box.start('first');
      plant(box, box.only().path, kind);
      const before = outsideOf(box);
      expect(await run(box, 'session-start')).toMatchObject({ code: 0, stderr: '' });
      const made = filesBelow(box.chronicleDirectory).find((path) => path.endsWith('-2.md')) ?? '';
      expect(readFileSync(made, 'utf8')).toContain(ID);
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it('in place of the session’s own file, to a copy of it: exit 2, and the copy is unchanged', async () => {
    const box = await running();
    const { path, text } = box.only();
    plant(box, path, 'file');
    writeFileSync(join(box.root, 'outside/file'), text);
    const before = outsideOf(box);
    for (const finished of await runAll(box, ['log', 'summary', 'note', 'observe', 'session-end']))
      expectRefusal(finished);
    expect(outsideOf(box)).toEqual(before);
  });

  it.each(
    ['', '/index', '/index/by-id', '/index/live', `/index/by-id/${ID}`, `/index/live/${ID}`].flatMap((place) =>
      (['directory', 'file', 'nothing'] as const).map((kind) => [place, kind] as const),
    ),
  )(
    'at session-chronicle%s to a %s: the session gets its chronicle, the user is told, and nothing is written outside',
    async (place, kind) => {
      const box = openQuickSandbox();
      plant(box, `${box.state}${place}`, kind);
      const before = outsideOf(box);
      const { code, stdout, stderr } = await run(box, 'session-start');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(box.only().path);
      // A link in place of a file is replaced by the file.
      const told = place.endsWith(ID) ? undefined : expect.stringContaining(`session-chronicle${place}`);
      expect(JSON.parse(stdout).systemMessage).toEqual(told);
      for (const command of ['log', 'session-end'] as const)
        expect(await run(box, command)).toMatchObject({ code: 0, stderr: '' });
      expect(box.only().text).toContain('Auto-generated: 1 event');
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it.each(['file', 'nothing'] as const)(
    'at log.jsonl to a %s: the failure is said, and nothing is written outside',
    async (kind) => {
      const box = openQuickSandbox();
      plant(box, join(box.state, 'log.jsonl'), kind);
      const before = outsideOf(box);
      expectRefusal(await box.run(['session-start'], 'not JSON'));
      expect(outsideOf(box)).toEqual(before);
    },
  );

  it('at config.json may lead anywhere, as it is only read', async () => {
    const box = openQuickSandbox();
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.root, 'settings.json'), '{}');
    symlinkSync(join(box.root, 'settings.json'), join(box.state, 'config.json'));
    expect(JSON.parse((await run(box, 'session-start')).stdout).systemMessage).toBeUndefined();
  });
});
