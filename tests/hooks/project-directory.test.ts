import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { frontMatter } from './chronicle-text.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

const ID = 'session-1';

function addWorktree(box: Sandbox, place: string): string {
  box.gitInit(box.project);
  const tree = join(box.project, place);
  box.git(box.project, 'worktree', 'add', '--quiet', '-b', 'cws/7-tree', tree);
  return tree;
}

/** Each makes the directory in which a session is started, and says which project, path and branch the session has. */
const PLACES: [string, (box: Sandbox) => { start: string; project?: string; cwd?: string; branch: string }][] = [
  [
    'a repository is that of the repository',
    (box) => {
      box.gitInit(box.project);
      return { start: box.project, branch: 'main' };
    },
  ],
  ...['../tree', '.claude/worktrees/x'].map((place): (typeof PLACES)[number] => [
    `a worktree at ${place} is that of the main checkout`,
    (box) => {
      const start = addWorktree(box, place);
      return { start, project: box.project, cwd: start, branch: 'cws/7-tree' };
    },
  ]),
  [
    'no repository is the directory itself, even below an empty .git',
    (box) => {
      for (const name of ['.git', 'sub']) mkdirSync(join(box.project, name));
      return { start: join(box.project, 'sub'), branch: 'detached' };
    },
  ],
  [
    'a link is that of the real path',
    (box) => {
      box.gitInit(box.project);
      const start = join(box.root, 'link');
      symlinkSync(box.project, start);
      return { start, project: box.project, branch: 'main' };
    },
  ],
];

it.each(PLACES)('the directory of a session started in %s', async (_, make) => {
  const box = openQuickSandbox();
  const { start, project = start, cwd = project, branch } = make(box);
  const env = { CLAUDE_PROJECT_DIR: start };
  expect((await box.start(ID, { env, payload: { cwd: '/somewhere/else' } })).stderr).toBe('');
  const { path, text } = box.only();
  expect(basename(dirname(dirname(path)))).toBe(project.replace(/[^A-Za-z0-9]/g, '-'));
  expect(frontMatter(text)).toMatchObject({ cwd, branch });
});

it('the directory is the one that CLAUDE_CODE_PROJECT_DIR_NAME sets, beside CLAUDE_CONFIG_DIR', async () => {
  const box = openQuickSandbox();
  const env = { CLAUDE_CONFIG_DIR: box.config, CLAUDE_CODE_PROJECT_DIR_NAME: 'my_work' };
  expect((await box.start(ID, { env })).stderr).toBe('');
  expect(basename(dirname(dirname(box.only().path)))).toBe('my_work');
  await box.log(ID, 'INSIGHT', 'Found', { env });
  expect((await box.end(ID, { env })).stderr).toBe('');
  expect(box.only().text).toContain('[INSIGHT] Found');
});

it('a relative CLAUDE_CONFIG_DIR is refused, and nothing is written', async () => {
  const box = openQuickSandbox();
  const { code, stdout, stderr } = await box.start(ID, { env: { CLAUDE_CONFIG_DIR: 'config' } });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/CLAUDE_CONFIG_DIR is not an absolute path\. .* Nothing was written\.\n$/);
  expect(filesBelow(box.root)).toEqual([]);
});
