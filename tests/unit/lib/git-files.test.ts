import { describe, expect, it } from 'vitest';
import { branchOfHead, gitdirOf, isReftableHead } from '#src/lib/checkout.ts';

describe('branchOfHead', () => {
  it.each([
    ['ref: refs/heads/main\n', 'main'],
    ['ref: refs/heads/main', 'main'],
    ['ref: refs/heads/cws/96-x\r\n', 'cws/96-x'],
    ['ref: refs/heads/$(id)\n', '$(id)'],
    ['ref: refs/heads/{a\n', '{a'],
    ["ref: refs/heads/it's\n", "it's"],
    ['ref: refs/heads/日本\n', '日本'],
    [`ref: refs/heads/${'x'.repeat(240)}\n`, 'x'.repeat(240)],
  ])('reads %j', (head, branch) => {
    expect(branchOfHead(head)).toBe(branch);
  });

  it.each([
    ['nothing', ['', '\n', '\0\0\0\0']],
    ['a commit', ['3f6c2a108d1e4c1b9a526f1f0f8f4f113f6c2a10\n']],
    ['no branch', ['ref: refs/tags/v1\n', 'ref: refs/remotes/origin/main\n', 'ref: refs/heads/\n']],
    ["git's placeholder", ['ref: refs/heads/.invalid\n']],
    ['another form', ['ref:refs/heads/main\n', ' ref: refs/heads/main\n', 'ref: refs/heads/a\nref: refs/heads/b\n']],
  ])('reads no branch from %s', (_, heads) => {
    for (const head of heads) expect(branchOfHead(head), head).toBeNull();
  });
});

describe('isReftableHead', () => {
  it("knows git's placeholder", () => {
    expect(isReftableHead('ref: refs/heads/.invalid\n')).toBe(true);
    expect(isReftableHead('ref: refs/heads/.invalid-not\n')).toBe(false);
    expect(isReftableHead('ref: refs/heads/main\n')).toBe(false);
    expect(isReftableHead('')).toBe(false);
  });
});

describe('gitdirOf', () => {
  it.each([
    ['gitdir: /home/me/x/.git/worktrees/y\n', '/home/me/x/.git/worktrees/y'],
    ['gitdir: ../.git/modules/a b\n', '../.git/modules/a b'],
    ['gitdir: C:/x/.git\r\n', 'C:/x/.git'],
    ['gitdir: /x', '/x'],
  ])('reads %j', (file, path) => {
    expect(gitdirOf(file)).toBe(path);
  });

  it.each(['', '\n', 'gitdir:\n', 'gitdir: \n', 'gitdir:/x\n', 'x\ngitdir: /x\n', 'gitdir: /x\nmore\n'])(
    'reads nothing from %j',
    (file) => {
      expect(gitdirOf(file)).toBeNull();
    },
  );
});
