/*
 * Drives the real Claude Code client, closed in: an empty environment, a HOME of its own in a
 * temporary directory, a scripted API on the loopback interface and a dead proxy for all else.
 *
 *     const lab = await openLab({ scripts: [{ prompt: 'log it', commands: [log] }] });
 *     await lab.run(['-p', 'please log it']);
 */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { ApiRequest } from './api-request.ts';
import { harvestersEnded } from './recorded.ts';
import { type Script, startScriptedApi } from './scripted-api.ts';

/** How a client ended, and what it said. */
export interface Run {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** From start to exit. */
  milliseconds: number;
}

export type RunningClient = ReturnType<typeof startClient>;

export interface Lab {
  home: string;
  /** The client's configuration directory. */
  config: string;
  /** Where sessions start; its path holds a space and a dot. */
  project: string;
  env: Record<string, string>;
  requests: ApiRequest[];
  start(args: readonly string[]): RunningClient;
  run(args: readonly string[]): Promise<Run>;
  close(): Promise<void>;
}

/** Arguments for many prompts in one process. */
export const STREAM = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'] as const;

/** The client named by CLAUDE_CLIENT, else `claude` on PATH, else null. */
export function findClient(env: NodeJS.ProcessEnv): string | null {
  if (env.CLAUDE_CLIENT) return resolve(env.CLAUDE_CLIENT);
  const candidates = (env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'claude'));
  return candidates.find(isExecutable) ?? null;
}

export interface LabOptions {
  scripts?: readonly Script[];
  /** Whether hooks start the process that reads transcripts. It outlives the client, so closing the lab waits for it. */
  harvests?: boolean;
}

/** A fresh HOME and project, with an API that follows the scripts. The caller closes it. */
export async function openLab({ scripts = [], harvests = false }: LabOptions = {}): Promise<Lab> {
  const client = findClient(process.env);
  if (client === null) throw new Error('No Claude Code client: set CLAUDE_CLIENT or put claude on PATH.');
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'chronicle-client-')));
  const [home, project] = [join(root, 'home'), join(root, 'my app.v2')];
  const config = join(home, '.claude');
  for (const directory of [home, project, config]) mkdirSync(directory);
  writeFileSync(join(home, '.claude.json'), JSON.stringify(answeredQuestions(project)));
  const api = await startScriptedApi(scripts);
  const env: Record<string, string> = clientEnvironment(home, api.url);
  if (!harvests) env.CHRONICLE_NO_HARVEST = '1';
  const running = new Set<RunningClient>();

  const start: Lab['start'] = (args) => {
    const started = startClient(client, args, project, env);
    running.add(started);
    started.ended.then(() => running.delete(started));
    return started;
  };
  const close = async () => {
    for (const { signal } of running) signal('SIGKILL');
    await api.close();
    if (harvests) await harvestersEnded(config);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  return { home, config, project, env, requests: api.requests, start, run: (args) => start(args).end(), close };
}

function startClient(client: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  const startedAt = Date.now();
  const child = spawn(client, args, { cwd, env, detached: true });
  const output = { stdout: '', stderr: '' };
  const changed = new EventEmitter();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
    changed.emit('now');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  // A prompt that arrives after the client has gone is the scenario's to notice, by the missing result.
  child.stdin.on('error', () => {});
  const ended = new Promise<Run>((done, failed) => {
    child.on('error', failed);
    child.on('exit', () => changed.emit('now'));
    child.on('close', (code, signal) => done({ code, signal, ...output, milliseconds: Date.now() - startedAt }));
  });
  const results = () => output.stdout.split('"type":"result"').length;
  return {
    ended,
    signal: (name: NodeJS.Signals) => void (child.exitCode === null && process.kill(child.pid ?? 0, name)),
    /** Gives the next prompt to a client started with stream-json input, and waits for its result. */
    async ask(prompt: string) {
      const before = results();
      child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`);
      while (results() === before && child.exitCode === null) await once(changed, 'now');
    },
    /** Closes its input and waits for its end. */
    end() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Onboarding, trust and the question about the key, as if they had been answered. */
const answeredQuestions = (project: string) => ({
  hasCompletedOnboarding: true,
  lastOnboardingVersion: '99.0.0',
  theme: 'dark',
  customApiKeyResponses: { approved: [KEY], rejected: [] },
  projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
});

const KEY = 'loopback-only';

// Port 9 is "discard": nothing listens, so whatever does not go to the loopback interface fails at once.
const DEAD_PROXY = 'http://127.0.0.1:9';

const clientEnvironment = (home: string, url: string) => ({
  HOME: home,
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
  ANTHROPIC_API_KEY: KEY,
  ANTHROPIC_BASE_URL: url,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  HTTP_PROXY: DEAD_PROXY,
  HTTPS_PROXY: DEAD_PROXY,
  NO_PROXY: '127.0.0.1,localhost',
  // The client runs `npm ci` in a plugin that it installs, which fails here: the sooner the better.
  npm_config_fetch_retries: '0',
});

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
