import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Variables of a session that runs already, and of npm where it started us. */
const NOT_PASSED = /^(?:CLAUDE|CHRONICLE_|AI_AGENT$|npm_|INIT_CWD$)/;

/** What an environment would be in a Claude Code that this user starts: without what belongs to a session or to npm. */
export function startingEnvironment(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const passed = Object.entries(env).filter(([name]) => !NOT_PASSED.test(name));
  const given = Object.fromEntries(passed);
  return { ...given, PATH: pathOf(given).filter(isOwn).join(delimiter) };
}

/** The directories of an environment's PATH. */
export function pathOf({ PATH = '' }: Record<string, string | undefined>): string[] {
  return PATH.split(delimiter);
}

/** Where `node` lies on a PATH; null if it does not. */
export function nodeOn(path: readonly string[]): string | null {
  const names = process.platform === 'win32' ? ['node.exe', 'node.cmd'] : ['node'];
  return path.flatMap((directory) => names.map((name) => join(directory, name))).find(existsSync) ?? null;
}

/** The PATH of programs that were not started from a terminal; null where it is the same. */
export function desktopPath(): string[] | null {
  if (process.platform === 'win32') return null;
  const system = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  return process.platform === 'darwin' ? system : ['/usr/local/bin', ...system];
}

/** npm and npx put packages' own programs before the user's, a Node among them at times. */
function isOwn(directory: string): boolean {
  return directory !== '' && !/node_modules[\\/]\.bin|node-gyp-bin/.test(directory);
}
