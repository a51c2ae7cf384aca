import { describe, expect, it } from 'vitest';
import { chronicleDirectory, configDirectory, copiedName, isChroniclePlace, pathsOf } from '#src/lib/paths.ts';

describe('configDirectory', () => {
  it.each([
    [undefined, '/home/me', '/home/me/.claude'],
    ['', '/home/me', '/home/me/.claude'],
    [undefined, '/home/me/', '/home/me/.claude'],
    [undefined, '/', '/.claude'],
    ['/etc/claude', '/home/me', '/etc/claude'],
    ['/etc/claude//', 'relative', '/etc/claude'],
    ['/a b/c$d', '', '/a b/c$d'],
    ['C:\\Users\\me\\.claude', '', 'C:\\Users\\me\\.claude'],
    ['\\\\server\\share', '', '\\\\server\\share'],
  ])('is, with CLAUDE_CONFIG_DIR %j and home %j, %s', (CLAUDE_CONFIG_DIR, home, path) => {
    expect(configDirectory({ CLAUDE_CONFIG_DIR }, home)).toEqual({ path });
  });

  it.each([
    ['relative', '/home/me', /^CLAUDE_CONFIG_DIR is not an absolute path\./],
    ['./x', '/home/me', /^CLAUDE_CONFIG_DIR/],
    ['~/.claude', '/home/me', /^CLAUDE_CONFIG_DIR/],
    ['C:relative', '/home/me', /^CLAUDE_CONFIG_DIR/],
    [' /x', '/home/me', /^CLAUDE_CONFIG_DIR/],
    [undefined, '', /^The home directory is empty\./],
    ['', '', /^The home directory is empty\./],
    [undefined, 'me', /^The home directory is not an absolute path\./],
    [undefined, '.', /^The home directory is not an absolute path\./],
    [undefined, '~', /^The home directory is not an absolute path\./],
  ])('refuses CLAUDE_CONFIG_DIR %j with home %j', (CLAUDE_CONFIG_DIR, home, words) => {
    expect(configDirectory({ CLAUDE_CONFIG_DIR }, home)).toEqual({ refusal: expect.stringMatching(words) });
  });
});

describe('isChroniclePlace', () => {
  it('takes every name that a project directory can have', () => {
    for (const directory of ['-home-me-x', 'my_work-1'])
      expect(isChroniclePlace(`${directory}/chronicle/2026-11-22-main.md`)).toBe(true);
    expect(isChroniclePlace('../chronicle/2026-11-22-main.md')).toBe(false);
  });
});

describe('layoutOf', () => {
  it('lies below the directory, and nowhere else', () => {
    const { config, ...rest } = pathsOf('/home/me/.claude');
    expect(config).toBe('/home/me/.claude');
    for (const path of Object.values(rest)) expect(path.startsWith('/home/me/.claude/')).toBe(true);
    expect(rest.byId).toBe('/home/me/.claude/session-chronicle/index/by-id');
  });

  it("puts chronicles beside the project's memory", () => {
    expect(chronicleDirectory(pathsOf('/c'), '-home-me-x')).toBe('/c/projects/-home-me-x/chronicle');
  });
});

it.each([
  ['2026-03-24-main (conflicted copy).md', '2026-03-24-main.md'],
  ["2026-03-24-main (Ann's conflicted copy 2026-01-02).md", '2026-03-24-main.md'],
  ['2026-03-24-main (conflicted copy 2026-01-02 120000).md', '2026-03-24-main.md'],
  ['2026-03-24-main (laptop_conflict_2026-01-02).md', '2026-03-24-main.md'],
  ['2026-03-24-main.sync-conflict-20260102-120000-ABCDEFG.md', '2026-03-24-main.md'],
  ['memory-ledger.sync-conflict-20260102-120000-ABCDEFG.jsonl', 'memory-ledger.jsonl'],
  ['2026-03-24-main_conflict-20260102-120000.md', '2026-03-24-main.md'],
  ['proposals (conflicted copy).jsonl', 'proposals.jsonl'],
])('%s is a conflict copy', (name, original) => {
  expect(copiedName(name)).toBe(original);
});

it.each(['2026-03-24-main.md', '2026-03-24-main-2.md', '2026-03-24-fix-conflict.md', 'feedback_conflicts.md'])(
  '%s is not',
  (name) => {
    expect(copiedName(name)).toBeNull();
  },
);
