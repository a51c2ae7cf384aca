import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  as,
  canBeNobody,
  expectNoDecision,
  expectRefusal,
  expectSilence,
  NOBODY,
  run,
  runAll,
} from './bad-surroundings.ts';
import { filesBelow, openSandbox } from './sandbox.ts';

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
