import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { dryFireFault } from '../../health/dry-fire-answer.ts';
import type { DryFired } from '../../health/dry-fire-findings.ts';
import { dryFirePayload, SANDBOX_EVENT, SANDBOX_LOG } from '../../health/dry-fire-payload.ts';
import type { HookCommands } from './hook-command.ts';
import { startingEnvironment } from './hook-environment.ts';
import { namesIn } from './names-in.ts';
import { chronicleNames } from './newest-capture.ts';
import { type TimedRun, timedRun } from './timed-run.ts';

/** Written by the Node that runs a hook, also by one that knows no `node:` before a module's name. */
const WITNESS = `require('fs').writeFileSync(process.env.CHRONICLE_WITNESS, JSON.stringify([process.versions.node, process.execPath]));`;

/** What is run of an installation. */
export interface FiredInstallation {
  kind: 'settings' | 'plugin';
  hooks: HookCommands;
  /** The plugin's directory, or that of the copy that settings run. */
  root: string;
}

/**
 * A configuration directory and a project of their own, in which the hooks of an installation run as Claude Code would run
 * them. The home stays the real one, as a hook may look for Node there; nothing of ours is written to it.
 */
export class HookSandbox {
  readonly #root: string;
  readonly #installation: FiredInstallation;
  readonly #env: Record<string, string | undefined>;

  constructor(installation: FiredInstallation, env: Record<string, string | undefined>) {
    const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'chronicle-doctor-')));
    this.#root = root;
    this.#installation = installation;
    const isPlugin = installation.kind === 'plugin';
    for (const name of ['config', 'config/session-chronicle', 'project', 'data'])
      mkdirSync(join(root, name), { mode: 0o700 });
    // A hook of the settings puts the programs of its copy on the agent's PATH, where there are any.
    if (!isPlugin) symlinkSync(installation.root, join(root, 'config/session-chronicle/app'), 'junction');
    this.#env = {
      ...startingEnvironment(env),
      CLAUDE_CONFIG_DIR: join(root, 'config'),
      CLAUDE_PROJECT_DIR: join(root, 'project'),
      CLAUDE_CODE_SESSION_ATTENDED: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_PID: String(process.pid),
      CLAUDECODE: '1',
      ...(isPlugin ? { CLAUDE_PLUGIN_ROOT: installation.root, CLAUDE_PLUGIN_DATA: join(root, 'data') } : {}),
    };
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** The Node that runs the hooks; null if none does. */
  async witnessNode(): Promise<{ version: string; path: string } | null> {
    const [script, witness] = [join(this.#root, 'witness.cjs'), join(this.#root, 'witness.json')];
    writeFileSync(script, WITNESS);
    const options = `${this.#env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(script)}`.trim();
    await this.#run('SessionStart', 'witness', { NODE_OPTIONS: options, CHRONICLE_WITNESS: witness });
    try {
      const [version, path]: unknown[] = JSON.parse(readFileSync(witness, 'utf8'));
      return { version: String(version), path: String(path) };
    } catch {
      return null;
    }
  }

  /** Runs one of them, in the session of this round. */
  async fire(event: DryFired, round: number): Promise<{ ms: number; fault: string | null }> {
    const sessionId = `doctor-${round + 1}`;
    const run = await this.#run(event, sessionId);
    if (!run) return { ms: 0, fault: 'it is not there in the form that session-chronicle gives it.' };
    return { ms: run.ms, fault: dryFireFault(event, { ...run, chronicle: this.#chronicleOf(sessionId) }) };
  }

  #run(event: DryFired, sessionId: string, more: Record<string, string> = {}): Promise<TimedRun> | null {
    const cwd = join(this.#root, 'project');
    const environment = join(this.#root, `${sessionId}.sh`);
    const env = { ...this.#env, CLAUDE_CODE_SESSION_ID: sessionId, ...more };
    if (event === 'log') return timedRun({ ...this.#log(environment), cwd, env: { ...env, PATH: this.#agentPath() } });
    const hook = this.#installation.hooks.get(event);
    if (!hook) return null;
    const input = dryFirePayload(event, { sessionId, cwd });
    const own = event === 'SessionStart' ? { CLAUDE_ENV_FILE: environment } : {};
    return timedRun({ ...hook, input, cwd, env: { ...env, ...own } });
  }

  /** Claude Code sources what SessionStart hooks wrote before each of the agent's commands. */
  #log(environment: string) {
    if (process.platform === 'win32') return { command: 'chronicle log INSIGHT', args: null, input: SANDBOX_EVENT };
    const script = `if [ -f "$0" ]; then . "$0"; fi\n${SANDBOX_LOG}`;
    return { command: '/bin/sh', args: ['-c', script, environment], input: '' };
  }

  /** A plugin's own programs are found last. */
  #agentPath(): string {
    const { kind, root } = this.#installation;
    const isGiven = kind === 'plugin' || process.platform === 'win32';
    return `${this.#env.PATH}${isGiven ? `${delimiter}${join(root, 'bin')}` : ''}`;
  }

  #chronicleOf(sessionId: string): string | null {
    const projects = join(this.#root, 'config', 'projects');
    for (const project of namesIn(projects)) {
      const folder = `${projects}/${project}/chronicle`;
      for (const name of chronicleNames(folder)) {
        const text = readFileSync(`${folder}/${name}`, 'utf8');
        if (text.includes(`session_id: ${sessionId}\n`)) return text;
      }
    }
    return null;
  }
}
