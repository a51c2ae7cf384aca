import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'citty';
import { expect, it } from 'vitest';
import { findProject, PROJECT_ARGS } from '#src/cli/install.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const ARGS = { ...PROJECT_ARGS, shared: { type: 'boolean' }, contract: { type: 'string' } } as const;

function meant(...words: string[]): string | null {
  const cwd = temporaryDirectory('project');
  mkdirSync(join(cwd, 'there'));
  mkdirSync(join(cwd, 'home/.claude'), { recursive: true });
  mkdirSync(join(cwd, 'home/sub/below'), { recursive: true });
  mkdirSync(join(cwd, 'home/.git'));
  writeFileSync(join(cwd, 'home/.git/HEAD'), 'ref: refs/heads/main\n');
  const env = { variables: {}, home: join(cwd, 'home'), cwd, now: () => new Date(0), host: 'here', parentPid: 1 };
  return findProject(env, parseArgs(words, ARGS), words)?.slice(cwd.length) ?? null;
}

it.each([
  [[], null],
  [['--contract', 'none'], null],
  [['--project'], ''],
  [['--project', 'there'], '/there'],
  [['--project=there'], '/there'],
  [['--shared', '--project=there'], '/there'],
  [['--project', '--contract', 'none', 'there'], '/there'],
])('takes %j for %j', (words, root) => {
  expect(meant(...words)).toBe(root);
});

it.each(['home', 'home/sub', 'home/sub/below', '/'])(
  'refuses %s, which is or lies in no project of its own',
  (directory) => {
    expect(() => meant('--project', directory)).toThrow(expect.objectContaining({ code: 'CHRONICLE_WRONG_USE' }));
  },
);

it.each([['there'], ['--project='], ['--project=there', 'there'], ['--project=a', '--project=b'], ['--project=gone']])(
  'refuses %j %j',
  (...words) => {
    expect(() => meant(...words)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^CHRONICLE_/) }));
  },
);
