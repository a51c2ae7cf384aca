/**
 * An isolated machine for a test: a home, a project, and nothing from the real environment.
 *
 *     const box = openSandbox();
 *     await box.start('session-1');
 *     await box.log('session-1', 'ERROR', 'what happened');
 *     expect(box.only().text).toContain('[ERROR] what happened');
 */

import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { type Finished, type Input, NODE, startBundle } from './bundle-process.ts';
import { canRunHere, runHere } from './here.ts';
import { endPayload, type StartSource, startPayload } from './payloads.ts';

export interface ChronicleFile {
  path: string;
  name: string;
  text: string;
}

export interface Surroundings {
  env?: Record<string, string | undefined>;
  cwd?: string;
  through?: readonly string[];
  dist?: string;
}

export interface StartOptions extends Surroundings {
  source?: StartSource;
  payload?: Record<string, unknown>;
}

export class Sandbox {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly config: string;

  readonly #isHere: boolean;

  constructor(root: string, isHere: boolean) {
    this.root = root;
    this.#isHere = isHere;
    this.home = join(root, 'home');
    this.project = join(root, 'project');
    this.config = join(this.home, '.claude');
    for (const directory of [this.home, this.project]) mkdirSync(directory);
  }

  get state(): string {
    return join(this.config, 'session-chronicle');
  }

  /** The project's chronicle directory, by Claude Code's rule for short paths. */
  get chronicleDirectory(): string {
    return join(this.config, 'projects', this.project.replace(/[^A-Za-z0-9]/g, '-'), 'chronicle');
  }

  /** The complete environment of a hook; an undefined value removes a variable. */
  environment(changes: Record<string, string | undefined> = {}): Record<string, string> {
    const env = {
      PATH: `${dirname(NODE)}:/usr/bin:/bin`,
      HOME: this.home,
      TZ: 'Europe/Berlin',
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_CODE_SESSION_ATTENDED: '1',
      CLAUDE_PID: String(process.pid),
      // The process that reads transcripts would outlive the test.
      CHRONICLE_NO_HARVEST: '1',
      ...changes,
    };
    return Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }

  launch(args: readonly string[], input: Input, { env, cwd = this.project, through = [], dist }: Surroundings = {}) {
    const launched = startBundle({ args, input, env: this.environment(env), cwd, through, dist });
    running.add(launched.child);
    launched.child.on('close', () => running.delete(launched.child));
    return launched;
  }

  run(args: readonly string[], input: Input, surroundings: Surroundings = {}): Promise<Finished> {
    const { env, cwd = this.project } = surroundings;
    const start = { ...surroundings, args, input, cwd, env: this.environment(env) };
    return this.#isHere && canRunHere(start) ? runHere(start) : this.launch(args, input, surroundings).finished;
  }

  start(id: string, { source, payload, ...surroundings }: StartOptions = {}): Promise<Finished> {
    return this.run(
      ['session-start'],
      startPayload({ session_id: id, cwd: this.project, ...payload }, source),
      surroundings,
    );
  }

  end(id: string, { payload, ...surroundings }: StartOptions = {}): Promise<Finished> {
    return this.run(['session-end'], endPayload({ session_id: id, cwd: this.project, ...payload }), surroundings);
  }

  /** What a start tells the agent; it has to succeed. */
  async context(id: string, options: StartOptions = {}): Promise<string> {
    const finished = await this.start(id, options);
    expect(finished).toSucceed();
    return JSON.parse(finished.stdout).hookSpecificOutput.additionalContext;
  }

  /** Runs a command as the agent of a session, such as `note tried`, with this text on stdin. */
  agent(id: string, words: string, text: Input = '', { env, ...surroundings }: Surroundings = {}): Promise<Finished> {
    return this.run(words.split(' '), text, { ...surroundings, env: { CLAUDE_CODE_SESSION_ID: id, ...env } });
  }

  log(id: string, tag: string, text: Input, surroundings: Surroundings = {}): Promise<Finished> {
    return this.agent(id, `log ${tag}`, text, surroundings);
  }

  summary(id: string, text: Input, surroundings: Surroundings = {}): Promise<Finished> {
    return this.agent(id, 'summary', text, surroundings);
  }

  /** Writes config.json: settings, or a text. */
  configure(settings: object | string): void {
    mkdirSync(this.state, { recursive: true });
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
    writeFileSync(join(this.state, 'config.json'), text);
  }

  /** The environment of a program that counts its changes to the disk, and is killed instead of the nth. */
  killing(n?: number): Record<string, string> {
    const counting = { NODE_OPTIONS: `--require "${KILL_AT}"`, KILL_COUNT: join(this.root, 'count') };
    return n === undefined ? counting : { ...counting, KILL_AT: String(n), KILL_HALF: '1' };
  }

  /** All chronicles of all projects, by path. */
  chronicles(): ChronicleFile[] {
    const paths = filesBelow(join(this.config, 'projects')).filter((path) => /\/chronicle\/[^/]+\.md$/.test(path));
    return paths.map((path) => ({
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      text: readFileSync(path, 'utf8'),
    }));
  }

  /** The only chronicle. */
  only(): ChronicleFile {
    const [first, ...more] = this.chronicles();
    if (!first || more.length > 0)
      throw new Error(`Expected one chronicle and found ${more.length + (first ? 1 : 0)}.`);
    return first;
  }

  /** Writes a chronicle into the project's directory by hand, and the index entry of its session if that is given. */
  place(name: string, text: string, id?: string): string {
    const path = join(this.chronicleDirectory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (id === undefined) return path;
    mkdirSync(join(this.state, 'index/by-id'), { recursive: true });
    writeFileSync(join(this.state, 'index/by-id', id), `${path.split('/').slice(-3).join('/')}\n`);
    return path;
  }

  /** Temporary files and locks next to the chronicles. */
  leftovers(): string[] {
    return filesBelow(this.config).filter(
      (path) => path.includes('/.tmp/') || path.endsWith('.lock') || path.endsWith('.tmp'),
    );
  }

  failures(): { event: string; code: string; message: string; session_id?: string }[] {
    const log = join(this.state, 'log.jsonl');
    const lines = filesBelow(this.state).includes(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    return lines.map((line) => JSON.parse(line));
  }

  git(cwd: string, ...args: string[]): string {
    const env = { ...this.environment(), GIT_CONFIG_NOSYSTEM: '1' };
    const names = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...names, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** A repository with one commit on `branch`. */
  gitInit(directory: string, branch = 'main'): void {
    mkdirSync(directory, { recursive: true });
    this.git(directory, 'init', '--quiet', '--initial-branch', branch);
    this.git(directory, 'commit', '--quiet', '--allow-empty', '-m', 'start');
  }
}

const KILL_AT = fileURLToPath(new URL('kill-at.cjs', import.meta.url));

const running = new Set<ChildProcess>();
afterAll(() => {
  // A test that timed out leaves its process behind.
  for (const child of running) child.kill('SIGKILL');
});

/** A sandbox that is deleted after the file's tests. */
export function openSandbox(): Sandbox {
  return new Sandbox(temporaryDirectory(), false);
}

/** One that runs hooks and commands in this process where a process adds nothing. */
export function openQuickSandbox(): Sandbox {
  return new Sandbox(temporaryDirectory(), true);
}

/** All files (not directories) in a directory tree, sorted; links are listed, not followed. */
export function filesBelow(directory: string): string[] {
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(directory, entry.name)) : [join(directory, entry.name)]))
    .sort();
}
