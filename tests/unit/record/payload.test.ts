import { expect, it } from 'vitest';
import { installerOf } from '#src/record/payload.ts';

it.each([
  [{}, 'settings'],
  [{ CHRONICLE_INSTALL: 'shared' }, 'shared'],
  [{ CHRONICLE_INSTALL: 'other' }, 'settings'],
  [{ CLAUDE_PLUGIN_ROOT: '/x' }, 'plugin'],
])('reads %j as %s', (env, installer) => {
  expect(installerOf(env)).toBe(installer);
});
