import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ChronicleError, isErrno } from './chronicle-error.ts';

/** Where the sources of pages are, in a clone. */
export function siteDirectory(): string {
  return join(packageRoot(), 'site');
}

/** The name of this package. */
const NAME = 'session-chronicle';

/** The root directory of this package: a clone, an installed package, a plugin copy, or the copy that `chronicle init` makes. */
export function packageRoot(): string {
  // Bundles and compiled pages are in other directories than this file, so the root is recognised by its content.
  return above((directory) => manifestIn(directory)?.name === NAME) ?? import.meta.dirname;
}

/** The sample data that is shown until the owner has chronicles. */
export function sampleDirectory(): string {
  return join(packageRoot(), 'tests/fixtures/sample');
}

/** The version of this package; `unknown` for a bundle copied without its package.json. */
export function packageVersion(): string {
  return manifestIn(packageRoot())?.version ?? 'unknown';
}

/** The nearest matching directory, going up from this file. */
function above(matches: (directory: string) => boolean): string | undefined {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    if (matches(directory)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

interface Manifest {
  name?: string;
  version?: string;
}

function manifestIn(directory: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Loads a package. Throws CHRONICLE_NOT_INSTALLED, with how to install it, if it is missing. */
export async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw notInstalled(`the package ${name}`);
    throw error;
  }
}

/** The error for a missing dependency. What to do depends on whether this is a clone, an npm installation or a copy of the bundles. */
export function notInstalled(what: string): ChronicleError {
  const root = packageRoot();
  return new ChronicleError('CHRONICLE_NOT_INSTALLED', `This command needs ${what}. ${advice(root)}`);
}

function advice(root: string): string {
  if (/[\\/]node_modules[\\/]/.test(`${root}/`))
    return `It is missing from the installation of ${root}. Reinstall session-chronicle.`;
  if (existsSync(join(root, 'package-lock.json'))) return `${root} has no packages installed. Run npm ci there first.`;
  return 'This copy contains only the hooks and the commands for agents. Install the npm package session-chronicle and use its chronicle command.';
}
