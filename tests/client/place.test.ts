import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BRANCH, chronicles, git, labWithPlugin, log } from './scenario.ts';

const scripts = [
  { prompt: 'log it', commands: [log('INSIGHT', 'Found')] },
  { prompt: 'move and log', commands: ['cd sub', log('INSIGHT', 'From below')] },
];

it('puts a worktree beside its siblings', async () => {
  const lab = await labWithPlugin(scripts);
  const worktree = join(lab.home, 'elsewhere', 'wt.1');
  git(lab, 'worktree', 'add', '--quiet', worktree, '-b', 'gh-45');
  await lab.run(['-p', 'hello']);
  await lab.run(['-p', 'log it'], { cwd: worktree });

  const files = new Map(chronicles(lab, 2).map((file) => [file.fields.branch, file]));
  const side = files.get('gh-45');
  expect(side?.directory).toBe(files.get(BRANCH)?.directory);
  expect(side?.fields).toMatchObject({ task: 'GH-45', cwd: worktree });
  expect(side?.events).toEqual(['[INSIGHT] Found']);
});

it('stays in its file when the agent changes directory', async () => {
  const lab = await labWithPlugin(scripts);
  mkdirSync(join(lab.project, 'sub'));
  await lab.run(['-p', 'move and log']);
  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.events).toEqual(['[INSIGHT] From below']);
  expect(chronicle.summary).toContain('Auto-generated: 1 event');
});

it('follows CLAUDE_CODE_PROJECT_DIR_NAME', async () => {
  const lab = await labWithPlugin(scripts, { config: 'my config' });
  lab.env.CLAUDE_CODE_PROJECT_DIR_NAME = 'my_work';
  await lab.run(['-p', 'log it']);
  const [chronicle] = chronicles(lab, 1);
  expect(chronicle.directory).toBe('my_work');
  expect(chronicle.events).toEqual(['[INSIGHT] Found']);
  expect(readdirSync(join(lab.config, 'projects'))).toEqual(['my_work']);
});
