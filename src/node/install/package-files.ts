import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { packageRoot, packageVersion } from '../package-root.ts';

/** The package that this command comes from: a clone, a plugin copy, an installed package, or a copy that init made of one. */
export interface PackageFiles {
  root: string;
  version: string;
  /** The package itself, also where this runs from a copy of it. */
  origin: string;
}

/** What every version's host and agent start. */
export const STARTED_BUNDLES = ['hooks/dist/chronicle.cjs', 'hooks/dist/agent.cjs'] as const;
/** What recording needs in this one. */
export const RECORDING_BUNDLES = [...STARTED_BUNDLES, 'hooks/dist/gate-hook.cjs'] as const;
export const BUNDLES = [...RECORDING_BUNDLES, 'hooks/dist/cli.mjs'] as const;
export const SKILL = 'session-retro';

/** Refuses (CHRONICLE_INCOMPLETE) a package without the bundles. */
export function packageFiles(): PackageFiles {
  const root = forwardSlashes(packageRoot());
  const missing = BUNDLES.find((file) => !existsSync(join(root, file)));
  if (missing !== undefined) {
    throw new ChronicleError(
      'CHRONICLE_INCOMPLETE',
      `${root} has no ${missing}, so hooks cannot be installed from it. Install session-chronicle again. Nothing was written.`,
    );
  }
  return { root, version: packageVersion(), origin: originOf(root) ?? root };
}

/** The skill's files by their names below its directory, with `/`; none where the package came without it. */
export function skillFiles({ root }: Pick<PackageFiles, 'root'>): Map<string, Buffer> {
  const directory = join(root, 'skill', SKILL);
  return new Map(
    filesBelow(directory)
      .toSorted()
      .map((name) => [name, readFileSync(join(directory, name))]),
  );
}

/** SHA-256 in hex. */
export function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The package that a copy was made of, or null if this is none. */
function originOf(root: string): string | null {
  try {
    const { chronicle } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return typeof chronicle?.package === 'string' ? chronicle.package : null;
  } catch {
    return null;
  }
}

/** Every file below a directory, by its path there with `/`; links are named and not followed. None if it is absent. */
export function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => forwardSlashes(join(entry.parentPath, entry.name).slice(join(directory, '/').length)));
  } catch {
    return [];
  }
}

/** A path of this system with `/` between its parts. A backslash in a name is one where it does not part names. */
export function forwardSlashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
