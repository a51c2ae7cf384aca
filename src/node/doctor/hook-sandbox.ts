import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { dryFireFault } from '#src/doctor/dry-fire-answer.ts';
import type { DryFired } from '#src/doctor/dry-fire-findings.ts';
import { dryFirePayload } from '#src/doctor/dry-fire-payload.ts';
import { SANDBOX_EVENT, SANDBOX_LOG } from '#src/install/hook-events.ts';
import type { Layout } from '#src/project/paths.ts';
import { layoutOf } from '#src/project/paths.ts';
import { chroniclesIn } from '../disk/projects.ts';
import type { HookCommand, HookCommands } from './hook-command.ts';
import { startingEnvironment } from './hook-command.ts';
import { type TimedRun, timedRun } from './timed-run.ts';

/**
 * The first code that the hook's Node runs, in a language any version reads: it reports its version and switches to the
 * sandbox's home. Until then the home is the real one, because launchers, version managers and login shells look for Node
 * there. A Node that is too old makes the launcher look further.
 */
const PRELUDE = `require('fs').writeFileSync(process.env.CHRONICLE_WITNESS, JSON.stringify([process.versions.node, process.execPath]));
if (parseInt(process.versions.node, 10) >= 18) process.env.HOME = process.env.USERPROFILE = process.env.CHRONICLE_HOME;
`;

/** The hooks of an installation, and where they run from. */
export interface FiredInstallation {
  kind: 'settings' | 'plugin';
  hooks: HookCommands;
  /** The directory of the plugin, or of the copy that settings run. */
  root: string;
}

/** A separate home, configuration directory and project, in which hooks run as Claude Code would run them. */
export class HookSandbox {
  readonly #root: string;
  readonly #layout: Layout;
  readonly #installation: FiredInstallation;
  /** Where the programs are: in the plugin's own directory, or in a second copy of what settings run. */
  readonly #place: string;
  readonly #env: Record<string, string | undefined>;
  readonly #removal = new AbortController();

  constructor(installation: FiredInstallation, env: Record<string, string | undefined>) {
    const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'chronicle-doctor-')));
    this.#root = root;
    this.#installation = installation;
    const isPlugin = installation.kind === 'plugin';
    for (const name of ['home', 'config', 'project', 'data']) mkdirSync(join(root, name), { mode: 0o700 });
    this.#layout = layoutOf(join(root, 'config'));
    mkdirSync(this.#layout.state, { mode: 0o700 });
    this.#place = isPlugin ? installation.root : placeApp(installation.root, this.#layout.app);
    const given = startingEnvironment(env);
    writeFileSync(join(root, 'prelude.cjs'), PRELUDE);
    this.#env = {
      ...given,
      NODE_OPTIONS: `${given.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(root, 'prelude.cjs'))}`.trim(),
      CHRONICLE_WITNESS: join(root, 'witness.json'),
      CHRONICLE_HOME: join(root, 'home'),
      CLAUDE_CONFIG_DIR: join(root, 'config'),
      CLAUDE_PROJECT_DIR: join(root, 'project'),
      CLAUDE_CODE_SESSION_ATTENDED: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_PID: String(process.pid),
      CLAUDECODE: '1',
      // It would outlive the sandbox.
      CHRONICLE_NO_HARVEST: '1',
      ...(isPlugin ? { CLAUDE_PLUGIN_ROOT: installation.root, CLAUDE_PLUGIN_DATA: join(root, 'data') } : {}),
    };
  }

  /** Kills what runs in it, and deletes it. */
  remove(): void {
    this.#removal.abort();
    // A killed process may still create a file.
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The Node that ran the last hook; null if none did. */
  node(): { version: string; path: string } | null {
    try {
      const [version, path]: unknown[] = JSON.parse(readFileSync(join(this.#root, 'witness.json'), 'utf8'));
      return { version: String(version), path: String(path) };
    } catch {
      return null;
    }
  }

  /** Runs one hook or command, in the session of this round. */
  async fire(event: DryFired, round: number): Promise<{ ms: number; fault: string | null }> {
    const sessionId = `doctor-${round + 1}`;
    const run = await this.#run(event, sessionId);
    if (!run) return { ms: 0, fault: 'it is missing, or was changed by hand.' };
    const stderr = run.stderr.replaceAll(this.#place, this.#installation.root);
    return { ms: run.ms, fault: dryFireFault(event, { ...run, stderr, chronicle: this.#chronicleOf(sessionId) }) };
  }

  #run(event: DryFired, sessionId: string): Promise<TimedRun> | null {
    const cwd = join(this.#root, 'project');
    const environment = join(this.#root, `${sessionId}.sh`);
    const env = { ...this.#env, CLAUDE_CODE_SESSION_ID: sessionId };
    const { signal } = this.#removal;
    if (event === 'log')
      return timedRun({ ...this.#log(environment), cwd, env: { ...env, PATH: this.#agentPath() }, signal });
    const hook = this.#installation.hooks.get(event);
    if (!hook) return null;
    const input = dryFirePayload(event, { sessionId, cwd });
    const own = event === 'SessionStart' ? { CLAUDE_ENV_FILE: environment } : {};
    return timedRun({ ...this.#placed(hook), input, cwd, env: { ...env, ...own }, signal });
  }

  /** The command with the sandbox's copy in place of the installed one. */
  #placed({ command, args }: HookCommand): Pick<HookCommand, 'command' | 'args'> {
    const placed = (word: string) => word.replace(this.#installation.root, () => this.#place);
    return { command: placed(command), args: args.map(placed) };
  }

  /** Before each command of the agent, Claude Code sources what SessionStart hooks wrote. */
  #log(environment: string) {
    if (process.platform === 'win32') return { command: 'chronicle log INSIGHT', args: null, input: SANDBOX_EVENT };
    const script = `if [ -f "$0" ]; then . "$0"; fi\n${SANDBOX_LOG}`;
    return { command: '/bin/sh', args: ['-c', script, environment], input: '' };
  }

  /** The programs of a plugin come last on the PATH. */
  #agentPath(): string {
    const isGiven = this.#installation.kind === 'plugin' || process.platform === 'win32';
    return `${this.#env.PATH}${isGiven ? `${delimiter}${join(this.#place, 'bin')}` : ''}`;
  }

  #chronicleOf(sessionId: string): string | null {
    for (const { path, frontMatter } of chroniclesIn(this.#layout.projects))
      if (frontMatter.get('session_id') === sessionId) return readFileSync(path, 'utf8');
    return null;
  }
}

/** The scripts that contain the path of the copy. */
const LAUNCHERS = ['hook', 'bin/chronicle'];

/**
 * Copies `app` to `place`, with launchers that point there, so that what they log stays in the sandbox. Returns the path to
 * run from: `app` itself if nothing can run at `place` (a temporary directory mounted `noexec`), or if a file is missing, which
 * the run is to show.
 */
function placeApp(app: string, place: string): string {
  try {
    cpSync(app, place, { recursive: true });
    for (const launcher of LAUNCHERS) rewrite(join(place, launcher), app, place);
    if (process.platform !== 'win32') accessSync(join(place, 'hook'), constants.X_OK);
    return place;
  } catch {
    rmSync(place, { recursive: true, force: true });
    symlinkSync(app, place, 'junction');
    return app;
  }
}

function rewrite(launcher: string, app: string, place: string): void {
  const text = readFileSync(launcher, 'utf8');
  writeFileSync(
    launcher,
    text.replaceAll(quoted(app), () => quoted(place)),
  );
}

/** A path as it appears between single quotes in a POSIX shell. */
function quoted(path: string): string {
  return path.replaceAll("'", "'\\''");
}
