import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directoryName, fixedDirectoryName, isFixedDirectory } from '#src/lib/directory-name.ts';

describe('directoryName', () => {
  it.each([
    ['/home/me/code/tidemark', '-home-me-code-tidemark'],
    ['a.b_c d', 'a-b-c-d'],
    ['/Home/Me/A.B', '-Home-Me-A-B'],
    ['ünï-日本-😀', '-n-------'],
    ['/proj/.claude/worktrees/x', '-proj--claude-worktrees-x'],
    ['C:\\Users\\me', 'C--Users-me'],
    ['/', '-'],
    ['', ''],
  ])('is for %j what Claude Code makes of it', (path, name) => {
    expect(directoryName(path)).toBe(name);
  });

  it('is not cut up to 200 characters', () => {
    expect(directoryName(`/${'a'.repeat(199)}`)).toBe(`-${'a'.repeat(199)}`);
  });

  it('is cut beyond, and ends with a hash of the whole path', () => {
    expect(directoryName(`/${'a'.repeat(200)}`)).toBe(`-${'a'.repeat(199)}-b6ymvl`);
    expect(directoryName(`/${'a'.repeat(199)}/日本/x.y`)).toBe(`-${'a'.repeat(199)}-xl9rfc`);
    expect(directoryName(`/${'a'.repeat(200)}`)).not.toBe(directoryName(`/${'a'.repeat(201)}`));
  });

  it('holds nothing but letters, digits and dashes, and is the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (path) => {
        expect(directoryName(path)).toMatch(/^[A-Za-z0-9-]{0,208}$/);
        if (path.length <= 200) expect(directoryName(path)).toHaveLength(path.length);
        if (path.length <= 200) expect(directoryName(directoryName(path))).toBe(directoryName(path));
      }),
    );
  });
});

describe('fixedDirectoryName', () => {
  const named = (CLAUDE_CODE_PROJECT_DIR_NAME: string, CLAUDE_CONFIG_DIR: string | undefined = '/etc/claude') =>
    fixedDirectoryName({ CLAUDE_CODE_PROJECT_DIR_NAME, CLAUDE_CONFIG_DIR });

  it('is the name that Claude Code takes from CLAUDE_CODE_PROJECT_DIR_NAME', () => {
    expect(named('my_work-1')).toBe('my_work-1');
    expect(named('a'.repeat(64))).toBe('a'.repeat(64));
  });

  it('is null for what it ignores', () => {
    for (const name of ['', 'my work', '../up', 'a.b', 'a'.repeat(65), 'con', 'LPT1'])
      expect(named(name), name).toBeNull();
  });

  it('is null without CLAUDE_CONFIG_DIR', () => {
    expect(fixedDirectoryName({ CLAUDE_CODE_PROJECT_DIR_NAME: 'my_work' })).toBeNull();
    expect(named('my_work', '')).toBeNull();
  });
});

describe('isFixedDirectory', () => {
  it('tells a chosen name from one made of an absolute path', () => {
    for (const path of ['/home/me', '/', 'C:\\Users\\me', 'd:/x'])
      expect(isFixedDirectory(directoryName(path))).toBe(false);
    expect(isFixedDirectory('my_work')).toBe(true);
  });
});
