/** The package that this command runs from, and the copy of its programs that `chronicle init` makes. */
import { chmodSync, type Dirent, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ChronicleError } from '../lib/chronicle-error.ts';
import { writeTemporary } from '../lib/files.ts';
import type { Layer } from '../lib/layers.ts';
import { makeDirectory, privateDirectory } from '../lib/private-directory.ts';
import { packageRoot, packageVersion } from '../lib/package-root.ts';
import type { Paths } from '../lib/paths.ts';
import { commandBatch, commandLauncher, hookLauncher } from './launchers.ts';
import { removeIfEmpty } from './made-directories.ts';

/** A clone, a plugin, an installed package, or the copy that init made. */
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
const BUNDLES: readonly string[] = [
  HOOK_BUNDLE,
  HARVESTER,
  'hooks/dist/refresh-index.mjs',
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
  const origin = manifestIn(root).chronicle?.package;
  return { root, version: packageVersion(), origin: typeof origin === 'string' ? origin : root };
}

/** The version in the package.json of a directory, or null. */
export function versionIn(root: string): string | null {
  const { version } = manifestIn(root);
  return typeof version === 'string' ? version : null;
}

function manifestIn(root: string): { version?: unknown; chronicle?: { package?: unknown } } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** A skill's files by their paths below its directory, with `/`; none if the package came without it. */
export function skillFiles(root: string, skill: string): Map<string, Buffer> {
  const directory = join(root, 'skill', skill);
  return new Map(filesBelow(directory).map((name) => [name, readFileSync(join(directory, name))]));
}

/** The paths of all files below a directory, with `/`, sorted. Links are listed, not followed. Empty if there is no directory. */
export function filesBelow(directory: string): string[] {
  // Node's own recursion follows links (24.21).
  const below = entriesIn(directory).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(directory, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name],
  );
  return below.toSorted();
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

interface AppFile {
  bytes: Buffer;
  mode: number;
}

/** The files to write and to delete, so that the copy matches the package; by their paths below it. */
export interface AppPlan {
  app: string;
  writes: Map<string, AppFile>;
  removes: string[];
}

/** Compares the copy with this package. `nodePath` is the Node that the launchers run. */
export function planApp({ app }: Pick<Paths, 'app'>, source: PackageFiles, nodePath: string): AppPlan {
  const { version, origin, root } = source;
  const program = (text: string): AppFile => ({ bytes: Buffer.from(text), mode: 0o700 });
  const plain = (bytes: Buffer | string): AppFile => ({ bytes: Buffer.from(bytes), mode: 0o600 });
  const manifest = { name: 'session-chronicle', version, private: true, chronicle: { package: origin } };
  const wanted = new Map([
    ...BUNDLES.map((file) => [file, plain(readFileSync(join(root, file)))] as const),
    ...SKILLS.flatMap(({ name: skill }) =>
      [...skillFiles(root, skill)].map(([name, bytes]) => [`skill/${skill}/${name}`, plain(bytes)] as const),
    ),
    ['hook', program(hookLauncher(app, nodePath))],
    ['bin/chronicle', program(commandLauncher(app, origin, nodePath))],
    ['bin/chronicle.cmd', program(commandBatch(app, origin, nodePath))],
    ['package.json', plain(`${JSON.stringify(manifest, null, 2)}\n`)],
  ]);
  const writes = new Map([...wanted].filter(([name, file]) => !isCurrent(join(app, name), file)));
  return { app, writes, removes: filesBelow(app).filter((name) => !wanted.has(name)) };
}

/** Updates the copy, replacing each file at once, so that hooks that run meanwhile find complete files. */
export function writeApp(paths: Paths, { app, writes, removes }: AppPlan): void {
  if (writes.size === 0 && removes.length === 0) return;
  privateDirectory(app, paths.config);
  for (const [name, { bytes, mode }] of writes) {
    const path = join(app, name);
    makeDirectory(dirname(path));
    renameSync(writeTemporary(paths.state, bytes.toString('latin1'), { mode }), path);
    // Some file systems keep no modes; that does no harm.
    chmodSync(path, mode);
  }
  for (const name of removes) {
    rmSync(join(app, name), { force: true });
    removeIfEmpty(dirname(join(app, name)));
  }
}

function isCurrent(path: string, { bytes, mode }: AppFile): boolean {
  try {
    const isSame = readFileSync(path).equals(bytes);
    return isSame && (process.platform === 'win32' || (statSync(path).mode & 0o777) === mode);
  } catch {
    return false;
  }
}
