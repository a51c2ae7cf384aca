import { homedir, hostname } from 'node:os';
import { ChronicleError } from '../project/chronicle-error.ts';
import { configDirectory, type Layout, layoutOf } from '../project/paths.ts';

/** What a hook or command takes from its surroundings, so that a test can give it others. */
export interface World {
  env: Record<string, string | undefined>;
  home: string;
  cwd: string;
  now: () => Date;
  host: string;
  /** The process that started this one. */
  parentPid: number;
}

/** The real surroundings of this process. */
export function realWorld(): World {
  return {
    env: process.env,
    home: homeDirectory(),
    cwd: currentDirectory(),
    now: () => new Date(),
    host: hostname(),
    parentPid: process.ppid,
  };
}

/** Where everything lies in this world; refuses (CHRONICLE_NO_CONFIG) when that is not an absolute path. */
export function layoutIn(world: World): Layout {
  const config = configDirectory(world.env, world.home);
  if ('refusal' in config) throw new ChronicleError('CHRONICLE_NO_CONFIG', `${config.refusal} Nothing was written.`);
  return layoutOf(config.path);
}

/** A user who is in no list of the system has none. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** The directory a process was started in may be gone by now. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
