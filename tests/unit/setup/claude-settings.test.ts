import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClaudeSettings } from '#src/setup/claude-settings.ts';
import { aConfig, put } from './a-config.ts';

describe('readClaudeSettings', () => {
  it('reads user, project and local settings, and takes variables to run with from the user alone', () => {
    const { config } = aConfig();
    const root = join(config, 'blog');
    put(`${config}/settings.json`, '{"cleanupPeriodDays": 90}');
    put(`${root}/.claude/settings.json`, '{"cleanupPeriodDays": 10, "disableAllHooks": true}');
    put(`${root}/.claude/settings.local.json`, '{"half');
    const settings = readClaudeSettings({ config }, root, '/home/me');
    expect(settings).toMatchObject({ cleanupDays: 10, hooksOffIn: `${root}/.claude/settings.json` });
    const fault = expect.stringMatching(/^cannot be parsed at line 1, column 2: /);
    expect(settings.files).toMatchObject([{ fault: null }, { fault: null }, { fault }]);
  });

  it('blames no file for what a later one takes back', () => {
    const { config } = aConfig();
    const root = join(config, 'blog');
    const offIn = (user: boolean, project: boolean | undefined) => {
      put(`${config}/settings.json`, JSON.stringify({ disableAllHooks: user }));
      put(`${root}/.claude/settings.json`, JSON.stringify({ disableAllHooks: project }));
      return readClaudeSettings({ config }, root, '/home/me').hooksOffIn;
    };
    expect(offIn(true, false)).toBeNull();
    expect(offIn(true, undefined)).toBe(`${config}/settings.json`);
  });

  it.each([
    ['~/notes/', undefined, undefined, '/home/me/notes'],
    ['/a/user', '/a/project', undefined, '/a/project'],
    ['/a/user', '/a/project', '/a/local', '/a/local'],
    ['/a/user', undefined, 'relative', null],
    [undefined, undefined, undefined, null],
  ])('takes autoMemoryDirectory %j of the user, %j of the project, %j of both as Claude Code does', (...given) => {
    const { config } = aConfig();
    const root = join(config, 'blog');
    const files = [`${config}/settings.json`, `${root}/.claude/settings.json`, `${root}/.claude/settings.local.json`];
    const path = given.pop();
    for (const [index, file] of files.entries()) put(file, JSON.stringify({ autoMemoryDirectory: given[index] }));
    expect(readClaudeSettings({ config }, root, '/home/me').memory?.path ?? null).toBe(path);
  });

  it('reads a file that is reached by two paths once', () => {
    const { config } = aConfig();
    put(`${config}/settings.json`, '{}');
    symlinkSync(config, `${config}/.claude`);
    expect(readClaudeSettings({ config }, config, '/home/me').files).toHaveLength(1);
  });
});
