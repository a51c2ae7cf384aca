import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '#src/cli/run.ts';
import type { Env } from '#src/lib/env.ts';
import { fakeIo } from './fake-io.ts';

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  /** The whole environment; HOME is the home directory. */
  env: Record<string, string>;
  cwd: string;
  /** What is on stdin. */
  input?: string;
  /** The process that started it; this one by default. */
  parentPid?: number | undefined;
}

/** Runs `chronicle …` in this process, as somebody would in no terminal. */
export async function runCommand(
  args: readonly string[],
  { env, cwd, input, parentPid }: Surroundings,
): Promise<Finished> {
  const { io, printed } = fakeIo(envOf(env, cwd, parentPid), input);
  const code = await runCommandLine(io, args);
  return { code, ...printed };
}

/** The environment with these variables, in which this process, or another, has started what runs. */
export function envOf(env: Record<string, string>, cwd: string, parentPid = process.pid): Env {
  return { variables: env, home: env.HOME ?? '', cwd, now: () => new Date(), host: hostname(), parentPid };
}

/** Runs it with `config` as Claude Code's directory, outside of any project. */
export function runIn(config: string, ...args: string[]): Promise<Finished> {
  const { PATH = '' } = process.env;
  return runCommand(args, { env: { PATH, HOME: join(config, 'no-home'), CLAUDE_CONFIG_DIR: config }, cwd: tmpdir() });
}
