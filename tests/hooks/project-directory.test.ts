import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontMatter } from './chronicle-text.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

const ID = 'session-1';

/** The project directory and `cwd` in the chronicle of a session started in `directory`. */
async function startIn(
  box: Sandbox,
  directory: string,
): Promise<{ projectDirectory: string; cwd: string | undefined }> {
  const { stderr } = await box.start(ID, {
    env: { CLAUDE_PROJECT_DIR: directory },
    payload: { cwd: '/somewhere/else' },
  });
  expect(stderr).toBe('');
  const { path, text } = box.only();
  return { projectDirectory: basename(dirname(dirname(path))), cwd: frontMatter(text).cwd };
}

/** Claude Code's directory name for a path that is not too long. */
function nameOf(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-');
}

describe('the directory of a session started', () => {
  it('in a repository is that of the repository', async () => {
    const box = openQuickSandbox();
    box.gitInit(box.project);
    expect(await startIn(box, box.project)).toEqual({ projectDirectory: nameOf(box.project), cwd: box.project });
  });

  it('is the one that CLAUDE_CODE_PROJECT_DIR_NAME sets, beside CLAUDE_CONFIG_DIR', async () => {
    const box = openQuickSandbox();
    const env = { CLAUDE_CONFIG_DIR: box.config, CLAUDE_CODE_PROJECT_DIR_NAME: 'my_work' };
    expect((await box.start(ID, { env })).stderr).toBe('');
    expect(basename(dirname(dirname(box.only().path)))).toBe('my_work');
    await box.log(ID, 'INSIGHT', 'Found', { env });
    expect((await box.end(ID, { env })).stderr).toBe('');
    expect(box.only().text).toContain('[INSIGHT] Found');
  });

  it.each(['../tree', '.claude/worktrees/x'])(
    'in a worktree at %s is that of the main checkout, with the worktree’s path and branch',
    async (place) => {
      const box = openQuickSandbox();
      box.gitInit(box.project);
      const tree = join(box.project, place);
      box.git(box.project, 'worktree', 'add', '--quiet', '-b', 'cws/7-tree', tree);
      expect(await startIn(box, tree)).toEqual({ projectDirectory: nameOf(box.project), cwd: tree });
      expect(frontMatter(box.only().text).branch).toBe('cws/7-tree');
    },
  );

  it('outside of git is the directory itself, even below an empty .git', async () => {
    const box = openQuickSandbox();
    mkdirSync(join(box.project, '.git'));
    mkdirSync(join(box.project, 'sub'));
    expect(await startIn(box, join(box.project, 'sub'))).toEqual({
      projectDirectory: nameOf(join(box.project, 'sub')),
      cwd: join(box.project, 'sub'),
    });
    expect(frontMatter(box.only().text).branch).toBe('detached');
  });

  it('through a link is that of the real path', async () => {
    const box = openQuickSandbox();
    box.gitInit(box.project);
    const link = join(box.root, 'link');
    symlinkSync(box.project, link);
    expect(await startIn(box, link)).toEqual({ projectDirectory: nameOf(box.project), cwd: box.project });
  });
});

describe('CLAUDE_CONFIG_DIR', () => {
  it('that is relative is refused, and nothing is written', async () => {
    const box = openQuickSandbox();
    const { code, stdout, stderr } = await box.start(ID, { env: { CLAUDE_CONFIG_DIR: 'config' } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'session-chronicle: CLAUDE_CONFIG_DIR is not an absolute path. Set it to an absolute path, or unset it. Nothing was written.\n',
    );
    expect(filesBelow(box.root)).toEqual([]);
  });
});
