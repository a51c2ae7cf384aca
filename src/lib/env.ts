import { homedir, hostname } from 'node:os';
import { ChronicleError } from './chronicle-error.ts';
import { configDirectory, type Paths, pathsOf } from './paths.ts';

/** Everything that a hook or command reads from its environment, so that tests can replace it. */
export interface Env {
  variables: Record<string, string | undefined>;
  home: string;
  cwd: string;
  now: () => Date;
  host: string;
  /** The pid of the process that started this one. */
  parentPid: number;
}

/** The real environment of this process. */
export function realEnv(): Env {
  return {
    variables: process.env,
    home: homeDirectory(),
    cwd: currentDirectory(),
    now: () => new Date(),
    host: hostname(),
    parentPid: process.ppid,
  };
}

/** The paths below Claude Code's config directory. Throws CHRONICLE_NO_CONFIG if that is not an absolute path. */
export function pathsIn(env: Env): Paths {
  const config = configDirectory(env.variables, env.home);
  if ('refusal' in config) throw new ChronicleError('CHRONICLE_NO_CONFIG', `${config.refusal} Nothing was written.`);
  return pathsOf(config.path);
}

/** Empty for a user who is not in the system's user database. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Falls back to `/`, as the working directory may have been deleted. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
