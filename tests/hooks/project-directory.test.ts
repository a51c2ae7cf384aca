import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontMatter } from './chronicle-text.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';

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
    const box = openSandbox();
    box.gitInit(box.project);
    expect(await startIn(box, box.project)).toEqual({ projectDirectory: nameOf(box.project), cwd: box.project });
  });

  it('is the one that CLAUDE_CODE_PROJECT_DIR_NAME sets, beside CLAUDE_CONFIG_DIR', async () => {
    const box = openSandbox();
    const env = { CLAUDE_CONFIG_DIR: box.config, CLAUDE_CODE_PROJECT_DIR_NAME: 'my_work' };
    expect((await box.start(ID, { env })).stderr).toBe('');
    expect(basename(dirname(dirname(box.only().path)))).toBe('my_work');
    await box.log(ID, 'INSIGHT', 'Found', { env });
    expect((await box.end(ID, { env })).stderr).toBe('');
    expect(box.only().text).toContain('[INSIGHT] Found');
  });

  it('in a subdirectory is that of the repository', async () => {
    const box = openSandbox();
    box.gitInit(box.project);
    mkdirSync(join(box.project, 'src/deep'), { recursive: true });
    expect(await startIn(box, join(box.project, 'src/deep'))).toEqual({
      projectDirectory: nameOf(box.project),
      cwd: box.project,
    });
  });

  it.each(['../tree', '.claude/worktrees/x'])(
    'in a worktree at %s is that of the main checkout, with the worktree’s path and branch',
    async (place) => {
      const box = openSandbox();
      box.gitInit(box.project);
      const tree = join(box.project, place);
      box.git(box.project, 'worktree', 'add', '--quiet', '-b', 'cws/7-tree', tree);
      expect(await startIn(box, tree)).toEqual({ projectDirectory: nameOf(box.project), cwd: tree });
      expect(frontMatter(box.only().text).branch).toBe('cws/7-tree');
    },
  );

  it('in a subdirectory of a worktree is that of the main checkout', async () => {
    const box = openSandbox();
    box.gitInit(box.project);
    const tree = join(box.root, 'tree');
    box.git(box.project, 'worktree', 'add', '--quiet', '-b', 'other', tree);
    mkdirSync(join(tree, 'docs'));
    expect(await startIn(box, join(tree, 'docs'))).toEqual({ projectDirectory: nameOf(box.project), cwd: tree });
  });

  it('in a submodule is that of the submodule, which is its own checkout', async () => {
    const box = openSandbox();
    box.gitInit(join(box.root, 'library'), 'trunk');
    box.gitInit(box.project);
    box.git(box.project, 'submodule', '--quiet', 'add', join(box.root, 'library'), 'vendor/library');
    const submodule = join(box.project, 'vendor/library');
    expect(await startIn(box, submodule)).toEqual({ projectDirectory: nameOf(submodule), cwd: submodule });
    expect(frontMatter(box.only().text).branch).toBe('trunk');
  });

  it('in a worktree of a bare repository is that of the bare repository', async () => {
    const box = openSandbox();
    box.gitInit(box.project);
    const bare = join(box.root, 'bare.git');
    box.git(box.root, 'clone', '--quiet', '--bare', box.project, bare);
    const tree = join(box.root, 'tree');
    box.git(bare, 'worktree', 'add', '--quiet', '-b', 'other', tree);
    expect(await startIn(box, tree)).toEqual({ projectDirectory: nameOf(bare), cwd: tree });
    expect(frontMatter(box.only().text).branch).toBe('other');
  });

  it('outside of git is the directory itself, even below an empty .git', async () => {
    const box = openSandbox();
    mkdirSync(join(box.project, '.git'));
    mkdirSync(join(box.project, 'sub'));
    expect(await startIn(box, join(box.project, 'sub'))).toEqual({
      projectDirectory: nameOf(join(box.project, 'sub')),
      cwd: join(box.project, 'sub'),
    });
    expect(frontMatter(box.only().text).branch).toBe('detached');
  });

  it.each(['my.site_x', 'a b', 'ünï-日本-😀', "it's $(id)", '--dashes--', 'UPPER'])(
    'in %j has each other character as a dash',
    async (name) => {
      const box = openSandbox();
      const directory = join(box.root, name);
      box.gitInit(directory);
      expect((await startIn(box, directory)).projectDirectory).toBe(nameOf(directory));
      expect(box.only().text).toContain(name.replaceAll('\\', '\\\\'));
    },
  );

  it('in a path of over 200 characters is cut and hashed as by the host', async () => {
    const box = openSandbox();
    const directory = join(box.root, 'a'.repeat(120), 'b'.repeat(120));
    mkdirSync(directory, { recursive: true });
    const { projectDirectory } = await startIn(box, directory);
    const hash = [...directory].reduce((value, character) => ((value << 5) - value + character.charCodeAt(0)) | 0, 0);
    expect(projectDirectory).toBe(`${nameOf(directory).slice(0, 200)}-${Math.abs(hash).toString(36)}`);
  });

  it('in a very deep directory can be found again', async () => {
    const box = openSandbox();
    const directory = join(box.root, ...Array.from({ length: 17 }, (_, n) => `${n}${'ü'.repeat(110)}`));
    mkdirSync(directory, { recursive: true });
    await startIn(box, directory);
    await box.start(ID, { source: 'compact', env: { CLAUDE_PROJECT_DIR: directory } });
    expect(box.only().text).toContain(directory);
  });

  it('through a link is that of the real path', async () => {
    const box = openSandbox();
    box.gitInit(box.project);
    const link = join(box.root, 'link');
    symlinkSync(box.project, link);
    expect(await startIn(box, link)).toEqual({ projectDirectory: nameOf(box.project), cwd: box.project });
  });

  it('in a deleted directory is that of its path', async () => {
    const box = openSandbox();
    expect((await startIn(box, join(box.root, 'gone'))).projectDirectory).toBe(nameOf(join(box.root, 'gone')));
  });

  it('with a broken .git file is that of the directory itself, without a branch', async () => {
    const box = openSandbox();
    writeFileSync(join(box.project, '.git'), 'gitdir: ../nowhere\n');
    expect((await startIn(box, box.project)).projectDirectory).toBe(nameOf(box.project));
    expect(frontMatter(box.only().text).branch).toBe('detached');
  });
});

describe('without CLAUDE_PROJECT_DIR', () => {
  it.each([undefined, '', 'relative/path'])('(%j) the payload’s directory is used', async (value) => {
    const box = openSandbox();
    await box.start(ID, { env: { CLAUDE_PROJECT_DIR: value } });
    expect(dirname(box.only().path)).toBe(box.chronicleDirectory);
  });

  it('and without a directory in the payload the hook’s own is used', async () => {
    const box = openSandbox();
    await box.start(ID, { env: { CLAUDE_PROJECT_DIR: undefined }, payload: { cwd: undefined } });
    expect(dirname(box.only().path)).toBe(box.chronicleDirectory);
  });
});

describe('CLAUDE_CONFIG_DIR', () => {
  it('contains everything, with or without a trailing slash, and nothing is written to ~/.claude', async () => {
    const box = openSandbox();
    const config = join(box.root, 'other config');
    const env = { CLAUDE_CONFIG_DIR: `${config}/` };
    await box.start(ID, { env });
    await box.log(ID, 'ERROR', 'text', { env });
    await box.end(ID, { env });
    const chronicles = filesBelow(join(config, 'projects'));
    expect(chronicles).toHaveLength(1);
    expect(chronicles[0]).toMatch(new RegExp(`^${config}/projects/`));
    expect(filesBelow(box.home)).toEqual([]);
  });

  it('that is relative is refused, and nothing is written', async () => {
    const box = openSandbox();
    const { code, stdout, stderr } = await box.start(ID, { env: { CLAUDE_CONFIG_DIR: 'config' } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'session-chronicle: CLAUDE_CONFIG_DIR is not an absolute path. Set it to an absolute path, or unset it. Nothing was written.\n',
    );
    expect(filesBelow(box.root)).toEqual([]);
  });

  it('makes a broken HOME irrelevant', async () => {
    const box = openSandbox();
    const config = join(box.root, 'config');
    const { code } = await box.start(ID, { env: { CLAUDE_CONFIG_DIR: config, HOME: '' } });
    expect(code).toBe(0);
    expect(filesBelow(join(config, 'projects'))).toHaveLength(1);
  });
});
