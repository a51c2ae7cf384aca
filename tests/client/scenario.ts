/* What most scenarios begin with: a lab with a git project and the plugin installed from its marketplace. */
import { execFileSync } from 'node:child_process';
import { inject, onTestFinished } from 'vitest';
import { type ChronicleFile, readChronicles } from './chronicles.ts';
import { type Lab, type LabOptions, openLab } from './client.ts';
import type { Script } from './scripted-api.ts';

/** What the agent is taught: one simple command, its text in a quoted heredoc. */
export const log = (tag: string, text: string) => `chronicle log ${tag} <<'EOF'\n${text}\nEOF`;
export const summary = (text: string) => `chronicle summary <<'EOF'\n${text}\nEOF`;

export const BRANCH = 'cws/96-session-chronicle';

/** Closed when the test ends. */
export async function labWithGit(scripts: readonly Script[], options: LabOptions = {}): Promise<Lab> {
  const lab = await openLab({ ...options, scripts });
  onTestFinished(() => lab.close());
  git(lab, 'init', '--quiet', '--initial-branch', BRANCH);
  git(lab, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '--quiet', '--allow-empty', '-m', 'start');
  return lab;
}

export async function labWithPlugin(scripts: readonly Script[], options: LabOptions = {}): Promise<Lab> {
  const lab = await labWithGit(scripts, options);
  await installPlugin(lab);
  return lab;
}

/** From a marketplace that is the plugin's own directory. */
export async function installPlugin(lab: Lab, root = inject('plugin')): Promise<void> {
  await lab.run(['plugin', 'marketplace', 'add', root]);
  await lab.run(['plugin', 'install', 'session-chronicle@session-chronicle']);
}

function git(lab: Lab, ...args: string[]): void {
  execFileSync('git', args, { cwd: lab.project, env: lab.env });
}

/** The lab's chronicles, which must be as many as the array pattern it is read into. */
export function chronicles(lab: Lab, count: 1): [ChronicleFile];
export function chronicles(lab: Lab, count: 2): [ChronicleFile, ChronicleFile];
export function chronicles(lab: Lab, count: number): ChronicleFile[];
export function chronicles(lab: Lab, count: number): ChronicleFile[] {
  const files = readChronicles(lab.config);
  if (files.length !== count) {
    const found = files.map(({ name, text }) => `${name}:\n${text}`).join('\n');
    throw new Error(`Expected ${count} chronicles and found ${files.length}.\n${found}`);
  }
  return files;
}
