import { expect, it } from 'vitest';
import { installerOf, isAttended } from '#src/record/payload.ts';

it.each([
  [{}, 'settings'],
  [{ CHRONICLE_INSTALL: 'shared' }, 'shared'],
  [{ CHRONICLE_INSTALL: 'other' }, 'settings'],
  [{ CLAUDE_PLUGIN_ROOT: '/x' }, 'plugin'],
])('reads %j as %s', (env, installer) => {
  expect(installerOf(env)).toBe(installer);
});

it.each<[Record<string, string>, boolean]>([
  [{ CLAUDE_CODE_SESSION_ATTENDED: '0' }, false],
  [{ CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' }, true],
  [{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, false],
  [{ CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, false],
  [{ CLAUDE_CODE_ENTRYPOINT: 'cli' }, true],
  [{}, true],
])('with %j, a person attends the session: %s', (env, attended) => {
  expect(isAttended(env)).toBe(attended);
});
