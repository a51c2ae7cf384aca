/* What most scenarios begin with: a lab with a git project and session-chronicle, as a plugin or installed by init. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type Lab, type LabOptions, openLab } from './client.ts';
import { type ChronicleFile, readChronicles } from './recorded.ts';
import type { Script } from './scripted-api.ts';

/** What the agent is taught: one simple command, its text in a quoted heredoc. */
const heredoc = (command: string) => (text: string) => `chronicle ${command} <<'EOF'\n${text}\nEOF`;
export const log = (tag: string, text: string) => heredoc(`log ${tag}`)(text);
export const note = (kind: string, text: string) => heredoc(`note ${kind}`)(text);
export const summary = heredoc('summary');

export const BRANCH = 'cws/96-session-chronicle';

/** Closed when the test ends. */
export async function labWithGit(scripts: readonly Script[], options: LabOptions = {}): Promise<Lab> {
  const lab = await openLab({ ...options, scripts });
  onTestFinished(() => lab.close());
  const git = (...args: string[]) => execFileSync('git', args, { cwd: lab.project, env: lab.env });
  git('init', '--quiet', '--initial-branch', BRANCH);
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '--quiet', '--allow-empty', '-m', 'start');
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

/** Runs `chronicle init` of the package at `root` in the lab's project. */
export function initialise(lab: Lab, args: readonly string[] = [], root = inject('plugin')): void {
  const command = [join(root, 'bin/chronicle'), 'init', '--yes', ...args];
  execFileSync(process.execPath, command, { cwd: lab.project, env: lab.env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The directory of the copy that init made. */
export const appOf = ({ config }: Lab) => join(config, 'session-chronicle/app');

/** The lab's chronicles, which must be as many as the array pattern it is read into. */
export function chronicles(lab: Lab, count: 1): [ChronicleFile];
export function chronicles(lab: Lab, count: 2): [ChronicleFile, ChronicleFile];
export function chronicles(lab: Lab, count: number): ChronicleFile[];
export function chronicles(lab: Lab, count: number): ChronicleFile[] {
  const files = readChronicles(lab.config);
  if (files.length === count) return files;
  const found = files.map(({ name, text }) => `${name}:\n${text}`).join('\n');
  throw new Error(`Expected ${count} chronicles and found ${files.length}.\n${found}`);
}
