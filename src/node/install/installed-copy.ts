import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnProgram } from '#src/install/hook-entries.ts';
import { BUNDLES, type PackageFiles } from './package-files.ts';

/** What hooks load: the agent's commands are as much a part of recording as the hooks. */
const LOADED = BUNDLES.slice(0, 2);

/** The copy of the package that hooks run from; `own` is that of this user. */
export function copyOf(program: OwnProgram, own: string): string {
  return program === 'shared' ? own : program.copy;
}

/** What keeps the hooks of a copy from running, in sentences. */
export function breaksIn(copy: string): string[] {
  const missing = LOADED.find((file) => !existsSync(join(copy, file)));
  if (missing !== undefined) return [`${copy} has no ${missing}, so the hooks cannot run. Run chronicle init.`];
  const launcher = join(copy, 'hook');
  if (process.platform === 'win32' || isExecutable(launcher)) return [];
  return [`${launcher} is missing or not executable, so the hooks cannot run. Run chronicle init.`];
}

/** How a copy that runs differs from the package at hand, in sentences. */
export function lagsIn(copy: string, { version, root }: PackageFiles): string[] {
  const words = `${copy} is a copy of version ${versionIn(copy) ?? 'unknown'}`;
  if (versionIn(copy) !== version) return [`${words}, this is ${version}. Run chronicle init.`];
  const isOther = LOADED.some((file) => !readFileSync(join(copy, file)).equals(readFileSync(join(root, file))));
  return isOther ? [`${words} with other hooks than this package has. Run chronicle init.`] : [];
}

/** The version in the package.json of a directory, or null. */
export function versionIn(root: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
