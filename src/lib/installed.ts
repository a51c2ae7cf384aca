import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ChronicleError, isErrno } from './chronicle-error.ts';
import { packageRoot } from './package-root.ts';

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
