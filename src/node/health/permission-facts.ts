import { accessSync, constants, lstatSync, readdirSync, realpathSync, type Stats, statfsSync } from 'node:fs';
import { sep } from 'node:path';
import type { PermissionFacts } from '../../health/permission-findings.ts';
import { chronicleDirectory, type Layout } from '../../project/paths.ts';
import { namesIn } from './names-in.ts';

/** Their own directories are looked at and nothing below: what is in them is as private as they are. */
const NOT_ENTERED = new Set(['cache', 'site', 'app']);

/** Who may read and write what hooks write: the chronicles' directories and our own. */
export function permissionFacts(layout: Layout): PermissionFacts {
  const found: Found = { open: [], foreign: [], unwritable: [], leadingOut: [] };
  const walk = new Walk(layout, found);
  if (!isWritable(layout.projects) && namesIn(layout.config).includes('projects'))
    found.unwritable.push(layout.projects);
  walk.enter(layout.state);
  for (const directory of namesIn(layout.projects)) walk.enter(chronicleDirectory(layout, directory));
  return { ...found, free: freeSpace(layout.config) };
}

type Found = Record<keyof Omit<PermissionFacts, 'free'>, string[]>;

class Walk {
  readonly #layout: Layout;
  readonly #root: string;
  readonly #found: Found;

  constructor(layout: Layout, found: Found) {
    this.#layout = layout;
    this.#root = realPath(layout.config) ?? layout.config;
    this.#found = found;
  }

  /** A directory, and all in it. */
  enter(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isSymbolicLink()) this.#link(path);
    else this.#look(path, stats);
    if (!stats.isDirectory()) return;
    if (!isWritable(path)) this.#found.unwritable.push(path);
    if (NOT_ENTERED.has(path.slice(this.#layout.state.length + 1))) return;
    for (const entry of entriesOf(path)) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) this.enter(below);
      else if (entry.isFile()) this.#look(below, lstatSync(below, { throwIfNoEntry: false }));
    }
  }

  /** One that stays inside is the owner's own arrangement. */
  #link(path: string): void {
    const real = realPath(path);
    if (real !== null && real !== this.#root && !real.startsWith(this.#root + sep)) this.#found.leadingOut.push(path);
  }

  /** Windows has neither modes nor owners of this kind. */
  #look(path: string, stats: Stats | undefined): void {
    if (!stats || process.platform === 'win32') return;
    if ((stats.mode & 0o077) !== 0) this.#found.open.push(path);
    if (stats.uid !== process.getuid?.()) this.#found.foreign.push(path);
  }
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function freeSpace(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}
