import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  as,
  canBeNobody,
  expectRefusal,
  expectSilence,
  ID,
  isRoot,
  NOBODY,
  run,
  runAll,
  running,
} from './bad-surroundings.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

describe('a place that cannot be written', () => {
  it.each([
    ['projects', (box: Sandbox) => join(box.config, 'projects')],
    ['the project directory', (box: Sandbox) => join(box.chronicleDirectory, '..')],
    ['the chronicle directory', (box: Sandbox) => box.chronicleDirectory],
    ['its work directory', (box: Sandbox) => join(box.chronicleDirectory, '.tmp')],
  ])('because a file is in place of %s: exit 2', async (_, placeIn) => {
    const box = openSandbox();
    mkdirSync(join(placeIn(box), '..'), { recursive: true });
    writeFileSync(placeIn(box), 'in the way');
    expectRefusal(await run(box, 'session-start'));
    expectRefusal(await run(box, 'log'));
    expect(readFileSync(placeIn(box), 'utf8')).toBe('in the way');
    expect(box.failures()).toMatchObject([{ event: 'session-start', session_id: ID }]);
  });

  it.each([
    'session-chronicle',
    'session-chronicle/index',
    'session-chronicle/index/by-id',
    'session-chronicle/index/live',
  ])('because a file is in place of %s: the session still gets its chronicle, and the user is told', async (place) => {
    const box = openSandbox();
    mkdirSync(join(box.config, place, '..'), { recursive: true });
    writeFileSync(join(box.config, place), 'in the way');
    const { code, stdout, stderr } = await run(box, 'session-start');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(box.only().path);
    expect(JSON.parse(stdout).systemMessage).toContain(place);
    for (const command of ['log', 'session-end'] as const)
      expect(await run(box, command)).toMatchObject({ code: 0, stderr: '' });
    expect(box.only().text).toContain('Auto-generated: 1 event');
  });

  it.skipIf(isRoot && !canBeNobody())('because permission is missing: exit 2, and the file is unchanged', async () => {
    const box = await running();
    const { path, text } = box.only();
    if (isRoot) {
      for (const place of [
        box.root,
        box.home,
        box.config,
        join(box.config, 'projects'),
        join(box.chronicleDirectory, '..'),
      ])
        chmodSync(place, 0o755);
      for (const place of [box.chronicleDirectory, join(box.chronicleDirectory, '.tmp'), path])
        chownSync(place, NOBODY, NOBODY);
      chmodSync(box.state, 0o755);
      for (const place of ['index', 'index/by-id']) chmodSync(join(box.state, place), 0o755);
      chmodSync(join(box.state, 'index/by-id', ID), 0o644);
    }
    chmodSync(join(box.chronicleDirectory, '.tmp'), 0o500);
    chmodSync(box.chronicleDirectory, 0o500);
    const through = isRoot ? as(NOBODY) : [];
    for (const finished of await runAll(box, ['session-end', 'log', 'summary', 'note'], { through })) {
      expectRefusal(finished);
      expect(finished.stderr).toContain('Permission denied');
    }
    expectRefusal(await box.start('another', { through }));
    await expectSilence(box, { through });
    expect(box.only().text).toBe(text);
    chmodSync(box.chronicleDirectory, 0o700);
  });
});
