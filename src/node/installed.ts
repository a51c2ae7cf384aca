import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ChronicleError, isErrno } from '../project/chronicle-error.ts';
import { packageRoot } from './package-root.ts';

/** Loads a package; where it is missing, one sentence says which it is and how to get it (CHRONICLE_NOT_INSTALLED). */
export async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isErrno(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw notInstalled(`the package ${name}`);
    throw error;
  }
}

/** That something which npm installs is missing, and what to do: a clone lacks all packages, an installation some, a copy of the bundles has a package elsewhere. */
export function notInstalled(what: string): ChronicleError {
  const root = packageRoot();
  return new ChronicleError('CHRONICLE_NOT_INSTALLED', `This command needs ${what}. ${advice(root)}`);
}

function advice(root: string): string {
  if (/[\\/]node_modules[\\/]/.test(`${root}/`))
    return `It is missing beside ${root}: install session-chronicle again.`;
  if (existsSync(join(root, 'package-lock.json'))) return `${root} has no packages installed: run npm ci there first.`;
  return 'This copy holds only what hooks and the agent need: install the package session-chronicle, and run its chronicle.';
}
