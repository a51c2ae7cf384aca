import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recordingStatus } from '#src/setup/status.ts';
import { put, putChronicle } from './a-config.ts';
import { openBox } from './install-box.ts';

const SETTINGS = 'home/.claude/settings.json';

/** The status two hours and a half after a session was recorded in `blog`. */
function recorded(variables: Record<string, string> = {}) {
  const box = openBox();
  box.init({ contract: false, hasSkills: false });
  putChronicle(box.paths, 'one', '2026-11-20T09:30:00Z');
  const env = { ...box.env, variables, now: () => new Date('2026-11-20T12:00:00Z') };
  const failed = (at: string, event: string) =>
    put(box.paths.failureLog, `${JSON.stringify({ at, event, code: 'EIO', message: 'x' })}\n`);
  return { ...box, failed, line: () => recordingStatus(env, box.paths).line };
}

it('says that it records, when it last did and where', () => {
  const box = recorded();
  expect(box.line()).toBe('on · last 2 h ago (blog)');
  box.failed('2026-11-20T11:00:00Z', 'session-end');
  expect(box.line()).toBe('on · last 2 h ago (blog) · 1 failure');
  box.failed('2026-11-18T11:00:00Z', 'session-end');
  expect(box.line()).toBe('on · last 2 h ago (blog)');
});

it('distinguishes off, unused and failing', () => {
  const box = openBox();
  const status = () => recordingStatus(box.env, box.paths);
  expect(status()).toMatchObject({ state: 'off', line: 'off: not installed (chronicle init)' });
  box.init({ contract: false });
  expect(status()).toMatchObject({ state: 'unused', line: 'unused · nothing recorded yet' });
  const failing = recorded();
  failing.failed('2026-11-20T10:00:00Z', 'session-start');
  expect(failing.line()).toBe('failing · last 2 h ago (blog) · 1 failure');
});

it.each<[string, (box: ReturnType<typeof recorded>) => void]>([
  ['off: hooks cannot run (chronicle doctor)', (box) => rmSync(`${box.paths.app}/hooks/dist/chronicle.cjs`)],
  ['off: hooks are disabled', (box) => box.write(SETTINGS, '{"disableAllHooks": true}')],
  ['off: error in the settings', (box) => box.write(SETTINGS, '{"a": ')],
  ['off: excluded here', (box) => box.write('project/.no-chronicle', '')],
])('says why no hook runs: %s', (line, damage) => {
  const box = recorded();
  damage(box);
  expect(box.line().slice(0, line.length)).toBe(line);
  expect(box.line().length).toBeLessThan(100);
});
