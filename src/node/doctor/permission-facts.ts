import { accessSync, constants, lstatSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { OpenPlace, PermissionFacts } from '#src/doctor/permission-findings.ts';
import type { Layout } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { projectsIn } from '../disk/projects.ts';
import { isWithin, realPath } from '../disk/real-path.ts';

/** Who can read and write the chronicle directories and our own. */
export function permissionFacts(layout: Layout): PermissionFacts {
  const found: Found = { open: [], foreign: [], unwritable: [], leadingOut: [] };
  const walk = new Walk(layout, found);
  if (!isWritable(layout.projects) && namesIn(layout.config).includes(basename(layout.projects)))
    found.unwritable.push(layout.projects);
  walk.enter(layout.state);
  for (const { chronicle } of projectsIn(layout.projects)) walk.enter(chronicle);
  return { ...found, free: freeSpace(layout.config) };
}

interface Found extends Record<'foreign' | 'unwritable' | 'leadingOut', string[]> {
  open: OpenPlace[];
}

class Walk {
  readonly #layout: Layout;
  readonly #root: string;
  readonly #found: Found;

  constructor(layout: Layout, found: Found) {
    this.#layout = layout;
    this.#root = realPath(layout.config) ?? layout.config;
    this.#found = found;
  }

  /** Checks a directory and everything in it. */
  enter(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isSymbolicLink()) this.#link(path);
    else this.#look(path, stats);
    if (!stats.isDirectory()) return;
    if (!isWritable(path)) this.#found.unwritable.push(path);
    const { cache, site, app } = this.#layout;
    // Their contents are as private as they are.
    if ([cache, site, app].includes(path)) return;
    for (const entry of entriesOf(path)) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) this.enter(below);
      else if (entry.isFile()) this.#look(below, lstatSync(below, { throwIfNoEntry: false }));
    }
  }

  /** A link that stays inside was made on purpose. */
  #link(path: string): void {
    const real = realPath(path);
    if (real !== null && !isWithin(real, this.#root)) this.#found.leadingOut.push(path);
  }

  /** The index, `config.json` and `install.json` contain no text of a session. */
  #containsText(path: string): boolean {
    const { byId, settings, install } = this.#layout;
    return !path.startsWith(`${dirname(byId)}/`) && path !== settings && path !== install;
  }

  #kindOf(path: string, stats: Stats): string {
    if (stats.isDirectory()) return 'the directory';
    if (path.startsWith(this.#layout.projects)) return 'the chronicle';
    return path === this.#layout.failureLog ? 'the log' : 'the file';
  }

  /** Windows has no such modes and owners. */
  #look(path: string, stats: Stats | undefined): void {
    if (!stats || process.platform === 'win32') return;
    if (this.#containsText(path) && isReadByOthers(path, stats))
      this.#found.open.push({ path, kind: this.#kindOf(path, stats) });
    if (stats.uid !== process.getuid?.()) this.#found.foreign.push(path);
  }
}

/** Whether the group or everybody can read it and enter every directory above it. */
function isReadByOthers(path: string, { mode }: Stats): boolean {
  return [READ_BY_GROUP, READ_BY_ALL].some(
    (read) => (mode & read) !== 0 && isReached(realPath(path) ?? path, read >> 2),
  );
}

const READ_BY_GROUP = 0o040;
const READ_BY_ALL = 0o004;

function isReached(path: string, pass: number): boolean {
  for (let above = dirname(path); ; above = dirname(above)) {
    if (((statSync(above, { throwIfNoEntry: false })?.mode ?? 0) & pass) === 0) return false;
    if (above === dirname(above)) return true;
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

function freeSpace(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}
