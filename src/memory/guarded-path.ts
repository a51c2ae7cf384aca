import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { CHRONICLE_FOLDER, isLedgerName, type Paths, pathsOf, MEMORY_FOLDER } from '#src/lib/paths.ts';
import { namesIn } from '../lib/names-in.ts';
import type { Env } from '../lib/env.ts';

/** A file that the agent should not write with its own tools. */
export interface GuardedPath {
  /** One of Claude Code's memories, or our records of changes, logged events and running sessions, and our hooks' programs. */
  kind: 'memory' | 'record';
  /** Whether the path only leads there, through a link. */
  isLinked: boolean;
}

/**
 * What a path is, or would become, if it is guarded: a file in the memory directory of a project, our proposals, backups
 * and ledger, the state of a running session, or a program that our hooks run. Null for
 * anything else; undefined if it cannot be checked.
 */
export function guardedPath(paths: Paths, env: Env, path: string, cwd: string): GuardedPath | null | undefined {
  try {
    const named = spellings(path, env.home).map((each) => resolve(cwd, each));
    const places = [paths, pathsOf(realPathOf(paths.config))];
    const kinds = named.map((each) => kindIn(places, each)).filter((kind) => kind !== null);
    if (kinds[0]) return { kind: kinds[0], isLinked: false };
    for (const each of named) {
      const real = realPathOf(each);
      const kind = kindIn(places, real) ?? (isMemoryTwin(paths, real) ? 'memory' : null);
      if (kind) return { kind, isLinked: true };
    }
    return null;
  } catch {
    return undefined;
  }
}

/** The host removes blanks around a path and resolves `~`. */
function spellings(path: string, home: string): string[] {
  if (path.includes('\0')) throw new ChronicleError('CHRONICLE_WRONG_USE', 'The path contains a NUL character.');
  const trimmed = path.trim();
  const expanded = /^~(?=[\\/]|$)/.test(trimmed) ? `${home}${trimmed.slice(1)}` : trimmed;
  return [...new Set([path, trimmed, expanded])];
}

function kindIn(places: readonly Paths[], file: string): GuardedPath['kind'] | null {
  for (const { projects, live, app } of places) {
    if ([live, app].some((own) => partsBelow(own, file))) return 'record';
    const [, folder, name = '', ...rest] = partsBelow(projects, file) ?? [];
    if (folder === MEMORY_FOLDER && name !== '') return 'memory';
    const isOwn = name === MEMORY_FOLDER ? rest.length > 0 : isLedgerName(name) && rest.length === 0;
    if (folder === CHRONICLE_FOLDER && isOwn) return 'record';
  }
  return null;
}

/** The parts of a path below a directory, in lower case, for file systems that ignore case. Null for any other path. */
function partsBelow(directory: string, file: string): string[] | null {
  const below = `${resolve(directory)}${sep}`.toLowerCase();
  const name = file.toLowerCase();
  return name.startsWith(below) && name.length > below.length ? name.slice(below.length).split(sep) : null;
}

/** Whether a file is a memory under another name: a hard link, which no path shows. */
function isMemoryTwin({ projects }: Paths, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.nlink < 2) return false;
  return namesIn(projects).some((project) => {
    const memory = `${projects}/${project}/${MEMORY_FOLDER}`;
    return namesIn(memory).some((name) => {
      const other = lstatSync(`${memory}/${name}`, { throwIfNoEntry: false });
      return other?.ino === stats.ino && other.dev === stats.dev;
    });
  });
}

/** The real path of a file that may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    // Writing to a link without a target creates the target.
    if (isLink) return realPathOf(resolve(dirname(path), readlinkSync(path)));
    return resolve(realPathOf(dirname(path)), basename(path));
  }
}
