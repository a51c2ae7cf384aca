import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layer } from '#src/lib/layers.ts';
import { packageRoot, packageVersion } from '../lib/package-root.ts';

/** The package that this command runs from: a clone, a plugin, an installed package, or the copy that init made. */
export interface PackageFiles {
  root: string;
  version: string;
  /** The package itself, even if this runs from a copy of it. */
  origin: string;
}

/** What Claude Code and the agent start, in every version. */
export const HOOK_BUNDLE = 'hooks/dist/chronicle.cjs';
/** What hooks start to read transcripts. */
export const HARVESTER = 'hooks/dist/harvest.mjs';
/** What brings the index of the archive up to date. */
const INDEXER = 'hooks/dist/refresh-index.mjs';
export const BUNDLES: readonly string[] = [
  HOOK_BUNDLE,
  HARVESTER,
  INDEXER,
  'hooks/dist/find.cjs',
  'hooks/dist/cli.mjs',
];

/** The skills of the package, each with the layer that it belongs to. */
export const SKILLS: readonly { name: string; layer: Layer }[] = [
  { name: 'session-retro', layer: 'log' },
  { name: 'recall', layer: 'log' },
  { name: 'observe', layer: 'observations' },
];

/** Refuses (CHRONICLE_INCOMPLETE) a package without the bundles. */
export function packageFiles(): PackageFiles {
  const root = forwardSlashes(packageRoot());
  const missing = BUNDLES.find((file) => !existsSync(join(root, file)));
  if (missing !== undefined) {
    throw new ChronicleError(
      'CHRONICLE_INCOMPLETE',
      `${root}/${missing} is missing, so hooks cannot be installed. Reinstall session-chronicle. Nothing was changed.`,
    );
  }
  return { root, version: packageVersion(), origin: originOf(root) ?? root };
}

/** A skill's files by their paths below its directory, with `/`; none if the package came without it. */
export function skillFiles({ root }: Pick<PackageFiles, 'root'>, skill: string): Map<string, Buffer> {
  const directory = join(root, 'skill', skill);
  return new Map(
    filesBelow(directory)
      .toSorted()
      .map((name) => [name, readFileSync(join(directory, name))]),
  );
}

/** The package that this is a copy of; null if it is not a copy. */
function originOf(root: string): string | null {
  try {
    const { chronicle } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return typeof chronicle?.package === 'string' ? chronicle.package : null;
  } catch {
    return null;
  }
}

/** The paths of all files below a directory, with `/`. Links are listed, not followed. Empty if there is no directory. */
export function filesBelow(directory: string): string[] {
  // Node's own recursion follows links (24.21).
  return entriesIn(directory).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(directory, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name],
  );
}

function entriesIn(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A path with `/` between its parts. On POSIX a backslash is part of a name. */
export function forwardSlashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
