/** The package that this command runs from, and the copy of its programs that `chronicle init` makes. */
import { type Dirent, chmodSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { writeTemporary } from '#src/lib/files.ts';
import type { Layer } from '#src/lib/config.ts';
import { makeDirectory, privateDirectory } from '#src/lib/private-directory.ts';
import { packageRoot, packageVersion } from '#src/lib/package-root.ts';
import type { Paths } from '#src/lib/paths.ts';
import { removeIfEmpty } from './install-record.ts';
import { shellWord } from '#src/lib/words.ts';

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

/**
 * The launchers in the copy that `chronicle init` makes, so that no settings file names a Node or a package that the next
 * update deletes. They run the Node that `init` ran under, or the one on PATH if that is gone.
 *
 *     <app>/hook session-start        what settings run, on a POSIX system
 *     <app>/bin/chronicle log ERROR   what the agent runs
 */

/** The agent's own commands: the copy runs them, from the bundle of the hooks. */
export const AGENT_COMMANDS = ['log', 'summary', 'tags', 'note', 'notes', 'observe', 'handoff', 'pending'] as const;

export type AgentCommand = (typeof AGENT_COMMANDS)[number];

/** Without a Node. Claude Code takes exit code 1 as a failure of the hook, and goes on. */
const NO_NODE =
  'Node was not found, neither the one of chronicle init nor one on PATH. Install Node, then run chronicle init.';

const WRITTEN = 'Written by chronicle init; do not edit. chronicle uninstall removes it.';

/** The start of both scripts: sets `app` and `node`. */
function found(app: string, node: string): string {
  return `app=${shellWord(app)}
node=${shellWord(node)}
[ -x "$node" ] || node=node
command -v "$node" >/dev/null || { echo 'session-chronicle: ${NO_NODE}' >&2; exit 1; }`;
}

/** The launcher of hooks, a POSIX shell script. */
export function hookLauncher(app: string, node: string): string {
  return `#!/bin/sh
# Runs a hook of session-chronicle, for Claude Code: hook session-start < payload
# ${WRITTEN}
${found(app, node)}
exec "$node" "$app/hooks/dist/chronicle.cjs" "$@"
`;
}

/** The launcher of commands, a POSIX shell script: the agent's run from the copy, others from the package if it exists. */
export function commandLauncher(app: string, packageRoot: string, node: string): string {
  return `#!/bin/sh
# Runs chronicle: chronicle log ERROR < text
# ${WRITTEN}
${found(app, node)}
case \${1:-} in
  ${AGENT_COMMANDS.join(' | ')}) program=$app/hooks/dist/chronicle.cjs ;;
  *)
    program=${shellWord(`${packageRoot}/bin/chronicle`)}
    [ -f "$program" ] || program=$app/hooks/dist/cli.mjs
    ;;
esac
exec "$node" "$program" "$@"
`;
}

/** The launcher of commands for Windows, a batch file. */
export function commandBatch(app: string, packageRoot: string, node: string): string {
  return `@echo off
rem Runs chronicle. ${WRITTEN}
setlocal DisableDelayedExpansion
set "APP=${batchWord(app)}"
set "PROGRAM=${batchWord(packageRoot)}\\bin\\chronicle"
if not exist "%PROGRAM%" set "PROGRAM=%APP%\\hooks\\dist\\cli.mjs"
for %%C in (${AGENT_COMMANDS.join(' ')}) do if "%~1"=="%%C" set "PROGRAM=%APP%\\hooks\\dist\\chronicle.cjs"
set "NODE=${batchWord(node)}"
if not exist "%NODE%" set "NODE=node"
"%NODE%" "%PROGRAM%" %*
`.replaceAll('\n', '\r\n');
}

/** A path between the quotes of `set "NAME=…"` in a batch file. Windows allows no quotes in a path. */
function batchWord(text: string): string {
  return text.replaceAll('%', '%%').replaceAll('"', '');
}
