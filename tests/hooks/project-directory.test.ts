import { mkdirSync, symlinkSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, it, describe } from 'vitest';
import * as yaml from 'yaml';
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

/** The branch as a YAML reader sees it, and the part of the file name after the date. */
async function startOn(box: Sandbox, env: Record<string, string> = {}): Promise<{ branch: unknown; slug: string }> {
  const { code, stderr, stdout } = await box.start(ID, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).systemMessage).toBeUndefined();
  const { name, text } = box.only();
  return {
    branch: yaml.parse(text.split('---\n')[1] ?? '').branch,
    slug: name.slice('2026-03-24-'.length, -'.md'.length),
  };
}

function setHead(box: Sandbox, text: string): void {
  box.gitInit(box.project);
  writeFileSync(join(box.project, '.git/HEAD'), text);
}

describe('the branch', () => {
  it.each(['pipe', 'directory', 'link to a device', 'link to nowhere'])(
    'is "detached" when HEAD is a %s, and nothing hangs',
    async (kind) => {
      const box = openQuickSandbox();
      setHead(box, '');
      const head = join(box.project, '.git/HEAD');
      rmSync(head);
      if (kind === 'pipe') execFileSync('mkfifo', [head]);
      if (kind === 'directory') mkdirSync(head);
      if (kind === 'link to a device') symlinkSync('/dev/zero', head);
      if (kind === 'link to nowhere') symlinkSync('/nowhere', head);
      expect((await startOn(box)).branch).toBe('detached');
    },
  );

  it('that git would never create, in a huge HEAD, still gives a chronicle that can be found', async () => {
    const box = openQuickSandbox();
    setHead(box, `ref: refs/heads/${'\u0001"'.repeat(4 * 1024 * 1024)}\n`);
    await startOn(box);
    await box.start(ID, { source: 'compact' });
    await box.log(ID, 'ERROR', 'text');
    expect((await box.end(ID)).stderr).toBe('');
    expect(box.only().text).toContain('Auto-generated: 1 event (1 error)');
  });
});

describe('a hostile repository', () => {
  it('runs nothing that it configures, and ignores GIT_ variables', async () => {
    const box = openQuickSandbox();
    box.gitInit(box.project, 'trap');
    box.gitInit(join(box.root, 'decoy'), 'decoy');
    const script = join(box.root, 'run-me.sh');
    const canary = join(box.root, 'canary');
    writeFileSync(script, `#!/bin/sh\ntouch "${canary}"\n`);
    chmodSync(script, 0o755);
    const keys = [
      'core.fsmonitor',
      'diff.external',
      'core.hooksPath',
      'core.sshCommand',
      'core.pager',
      'credential.helper',
    ];
    for (const key of keys) box.git(box.project, 'config', key, script);
    box.git(box.project, 'config', 'alias.symbolic-ref', `!${script}`);
    const env = { GIT_DIR: join(box.root, 'decoy/.git'), GIT_EXTERNAL_DIFF: script };
    expect((await startOn(box, env)).branch).toBe('trap');
    expect(filesBelow(box.root)).not.toContain(canary);
  });
});

describe('a repository with reftables', () => {
  /** Written by hand, as this git may be too old to create one; the format fixes the content of HEAD. */
  function reftable(box: Sandbox, git: string): { env: Record<string, string>; calls: string } {
    setHead(box, 'ref: refs/heads/.invalid\n');
    const bin = join(box.root, 'bin');
    mkdirSync(bin);
    const calls = join(box.root, 'calls');
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\nprintf '%s\\n' "$*" >> "${calls}"\nenv | grep ^GIT_ >> "${calls}"\n${git}\n`,
    );
    chmodSync(join(bin, 'git'), 0o755);
    return { calls, env: { PATH: `${bin}:${box.environment().PATH}`, GIT_DIR: '/decoy', GIT_CONFIG_COUNT: '0' } };
  }

  it("is the only case in which git runs, without the caller's GIT_ variables and file system monitor", async () => {
    const box = openQuickSandbox();
    const { env, calls } = reftable(box, 'echo refs/heads/cws/9-table');
    expect((await startOn(box, env)).branch).toBe('cws/9-table');
    expect(readFileSync(calls, 'utf8')).toBe(
      '--no-optional-locks -c core.fsmonitor=false symbolic-ref -q HEAD\nGIT_ALLOW_PROTOCOL=none\nGIT_NO_LAZY_FETCH=1\n',
    );
  });
});
