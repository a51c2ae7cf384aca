/* A lab whose sessions were recorded by nobody, and an import in it. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { directoryName } from '#src/lib/directory-name.ts';
import { letRest } from '../commands/transcript-box.ts';
import { type Lab, openLab } from './client.ts';
import type { PrintSession } from './import-scenario.ts';
import type { Script } from './scripted-api.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const ALLOWED = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Edit,Write,Read,Agent'];

/** A lab with a repository that contains a file to edit. The caller closes it. */
export async function labWithFiles(scripts: Script[]): Promise<Lab> {
  const lab = await openLab({ scripts });
  writeFileSync(join(lab.project, 'kept.txt'), 'kept one\nkept two\n');
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['add', '.'],
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '--quiet', '-m', 'start'],
  ])
    inProject(lab, 'git', ...args);
  return lab;
}

export function memoryOf(lab: Lab): string {
  return join(lab.config, 'projects', directoryName(lab.project), 'memory');
}

/** Runs a session turn by turn and returns its id. Deletes its worktree or directory afterwards. */
export async function runSession(lab: Lab, session: PrintSession, ids: ReadonlyMap<string, string>): Promise<string> {
  const { cwd, args, leave } = placeOf(lab, session);
  const parent = ids.get(session.forkOf ?? '');
  let resume = parent === undefined ? args : ['--resume', parent, '--fork-session'];
  let id = '';
  for (const { prompt } of session.turns) {
    const allowed = session.isDenied ? [] : ALLOWED;
    const run = await lab.run(['-p', prompt, '--output-format', 'json', ...resume, ...allowed], { cwd });
    id = /"session_id":"([0-9a-f-]{36})"/.exec(run.stdout)?.[1] ?? id;
    if (run.code !== 0) throw new Error(`${session.name}: ${run.stdout}${run.stderr}`);
    resume = ['--resume', id];
  }
  leave();
  return id;
}

interface SessionPlace {
  cwd: string;
  args: string[];
  leave(): void;
}

function placeOf(lab: Lab, { place }: PrintSession): SessionPlace {
  const outside = join(realpathSync(lab.home), 'elsewhere', place ?? 'project');
  const own = join(lab.project, '.claude/worktrees/apart');
  const at = (cwd: string, leave = () => {}, args: string[] = []) => ({ cwd, args, leave });
  if (place === undefined) return at(lab.project);
  if (place === 'own worktree')
    return at(lab.project, () => inProject(lab, 'git', 'worktree', 'remove', '--force', '--force', own), [
      '--worktree',
      'apart',
    ]);
  if (place === 'worktree') inProject(lab, 'git', 'worktree', 'add', '--quiet', outside, '-b', 'gh-45');
  const cwd = place === 'subdirectory' ? join(lab.project, 'below') : outside;
  mkdirSync(cwd, { recursive: true });
  // Git keeps the record of a worktree after its directory was removed by hand.
  return at(cwd, () => rmSync(cwd, { recursive: true }));
}

export interface ImportRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `chronicle <args>` in the project, from the sources. */
export function chronicle(lab: Lab, ...args: string[]): Promise<ImportRun> {
  letRest(join(lab.config, 'projects'));
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, ...args], { cwd: lab.project, env: lab.env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The path of a transcript. */
export function transcriptsOf(lab: Lab): (name: string) => string {
  const projects = join(lab.config, 'projects');
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' });
  return (name) => join(projects, files.find((path) => path.endsWith(name)) ?? name, '..');
}

/** A digest of every file in the client's directory, sorted by name. */
export function allFiles(lab: Lab): string {
  return execFileSync('sh', ['-c', 'find . -type f -exec sha256sum {} + | sort -k 2'], {
    cwd: lab.config,
    encoding: 'utf8',
  });
}

function inProject(lab: Lab, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: lab.project, env: lab.env });
}
