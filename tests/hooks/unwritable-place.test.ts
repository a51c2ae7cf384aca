import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync, symlinkSync } from 'node:fs';
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
  expectNoDecision,
} from './bad-surroundings.ts';
import { openSandbox, type Sandbox, filesBelow } from './sandbox.ts';

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

describe('a home that', () => {
  it.each([
    ['is empty', ''],
    ['is relative', 'home/me'],
    ['is a file', '/proc/self/status'],
    ['cannot be made', '/proc/absent/home'],
  ])('%s is refused, and nothing is written', async (_, HOME) => {
    const box = openSandbox();
    const [end, ...others] = await runAll(box, ['session-end', 'session-start', 'log', 'summary', 'note'], {
      env: { HOME },
    });
    for (const finished of others) expectRefusal(finished);
    // The end of a session without a file is not an error.
    if (HOME.startsWith('/')) expect(end).toMatchObject({ code: 0, stdout: '', stderr: '' });
    else if (end) expectRefusal(end);
    if (HOME.startsWith('/')) await expectSilence(box, { env: { HOME } });
    else await expectNoDecision(box, { env: { HOME } });
    expect(filesBelow(box.root)).toEqual([]);
  });

  it('is a link works, as does ~/.claude as a link', async () => {
    const box = openSandbox();
    mkdirSync(join(box.root, 'dotfiles/claude'), { recursive: true });
    symlinkSync(join(box.root, 'dotfiles/claude'), box.config);
    symlinkSync(box.home, join(box.root, 'home-link'));
    const surroundings = { env: { HOME: join(box.root, 'home-link') } };
    for (const command of ['session-start', 'log', 'session-end'] as const) {
      expect(await run(box, command, surroundings)).toMatchObject({ code: 0, stderr: '' });
    }
    expect(box.only().text).toContain('Auto-generated: 1 event');
    expect(filesBelow(box.root).filter((path) => path.endsWith('.md'))).toHaveLength(1);
  });
});

// Only root can become another user, and that user must be able to read this clone.
describe.skipIf(!canBeNobody())('a home that', () => {
  it.each([NOBODY, 54321])('is not set, for user %i who has none', async (uid) => {
    const box = openSandbox();
    chmodSync(box.root, 0o777);
    const through = as(uid);
    for (const finished of await runAll(box, ['session-start', 'log'], { through, env: { HOME: undefined } }))
      expectRefusal(finished);
    // The home of nobody has a name, though it does not exist.
    const expectNothing = uid === NOBODY ? expectSilence : expectNoDecision;
    await expectNothing(box, { through, env: { HOME: undefined } });
    const config = join(box.root, 'config');
    expect(
      (await run(box, 'session-start', { through, env: { HOME: undefined, CLAUDE_CONFIG_DIR: config } })).stderr,
    ).toBe('');
    expect(filesBelow(join(config, 'projects'))).toHaveLength(1);
  });
});
