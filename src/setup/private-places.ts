/** Whether our files are private, can be written, and have room; and what processes that have ended left among them. */
import { accessSync, constants, lstatSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { leftoversIn } from '#src/lib/lock.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { projectsIn } from '#src/format/projects.ts';
import { isWithin, realPath } from '#src/lib/real-path.ts';
import { blockedIn } from '#src/setup/obstacle.ts';
import { type Layout, WORK_FOLDER } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { shellWord } from '#src/lib/shell-word.ts';
import type { Finding } from './finding.ts';

/** The most paths to name; the rest are counted. */
const NAMED = 3;
const MEGABYTE = 1024 * 1024;
/** A chronicle takes a few kB, a build of the site tens of MB. */
const FULL = MEGABYTE;
const NEARLY_FULL = 100 * MEGABYTE;

/** Chronicles that others can read, and places that hooks cannot write to. */
export function placeFindings(layout: Layout): Finding[] {
  const { open, foreign, unwritable, leadingOut } = filesLookedAt(layout);
  const findings: Finding[] = blockedIn(layout).map((path) => ({
    code: 'no-directory',
    level: 'problem',
    what: `${path} is not a directory, so chronicle init cannot install there.`,
    advice: `mv ${shellWord(path)} ${shellWord(`${path}.old`)}, then run chronicle init`,
  }));
  if (unwritable.length > 0)
    findings.push({
      code: 'not-writable',
      level: 'problem',
      what: `You have no permission to write to ${named(unwritable)}, so hooks cannot write there.`,
      advice: `chmod u+rwx ${words(unwritable)}`,
    });
  if (leadingOut.length > 0)
    findings.push({
      code: 'leads-out',
      level: 'problem',
      what: `A symbolic link points outside Claude Code's directory, and hooks do not write through it: ${named(leadingOut)}.`,
      advice: 'Replace it with a directory. To keep everything elsewhere, set CLAUDE_CONFIG_DIR.',
    });
  if (foreign.length > 0)
    findings.push({
      code: 'foreign-owner',
      level: 'warning',
      what: `Another user owns ${named(foreign)}. Perhaps a command ran as root.`,
      advice: `sudo chown -R "$(id -un)" ${words(foreign)}`,
    });
  if (open.length > 0)
    findings.push({
      code: 'open-to-others',
      level: 'warning',
      what: `Other users of this machine can read ${named(open.map(({ kind, path }) => `${kind} ${path}`))}.`,
      advice: 'chronicle doctor --fix',
      fix: 'modes',
    });
  const free = freeSpace(layout.config);
  if (free !== null && free < NEARLY_FULL)
    findings.push({
      code: 'disk-full',
      level: free < FULL ? 'problem' : 'warning',
      what: `The disk with Claude Code's directory has ${free < MEGABYTE ? 'less than 1 MB' : `${Math.floor(free / MEGABYTE)} MB`} left. Once it is full, sessions are not recorded.`,
      advice: 'Free some disk space.',
    });
  return findings;
}

function named(paths: readonly string[]): string {
  const rest = paths.length - NAMED;
  return `${paths.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${counted(rest, 'more path')}` : ''}`;
}

/** The named paths, quoted for a POSIX shell. */
function words(paths: readonly string[]): string {
  return paths.slice(0, NAMED).map(shellWord).join(' ');
}

/** Who can read and write the chronicle directories and our own. */
export function filesLookedAt(layout: Layout): Found {
  const found: Found = { open: [], foreign: [], unwritable: [], leadingOut: [] };
  const walk = new Walk(layout, found);
  if (!isWritable(layout.projects) && namesIn(layout.config).includes(basename(layout.projects)))
    found.unwritable.push(layout.projects);
  walk.enter(layout.state);
  for (const { chronicle } of projectsIn(layout.projects)) walk.enter(chronicle);
  return found;
}

interface Found {
  /** Files and directories that other users can read, with what they are. */
  open: { path: string; kind: string }[];
  /** Of another user. */
  foreign: string[];
  /** Directories that this user cannot write to. */
  unwritable: string[];
  /** Symbolic links to places outside Claude Code's directory. */
  leadingOut: string[];
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

/** Free space for this user (bytes); null if unknown. */
function freeSpace(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The size of a directory with everything in it (bytes); 0 if there is none. Does not follow links. */
export function sizeOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return namesIn(path).reduce((sum, name) => sum + sizeOf(`${path}/${name}`), 0);
}

/** Directories in which ended processes left temporary files or locks, and how many in all. */
export function leftovers(layout: Layout): { directories: string[]; count: number } {
  const places = [
    ...projectsIn(layout.projects).map(({ chronicle }) => chronicle),
    ...directoriesBelow(layout.state).filter((path) => !path.startsWith(layout.cache) && !path.startsWith(layout.site)),
  ];
  const counts = places.map((directory) => ({ directory, count: leftoversIn(directory).length }));
  const left = counts.filter(({ count }) => count > 0);
  return {
    directories: left.map(({ directory }) => directory),
    count: left.reduce((sum, { count }) => sum + count, 0),
  };
}

function directoriesBelow(path: string): string[] {
  try {
    const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [
      path,
      ...below.filter(({ name }) => name !== WORK_FOLDER).flatMap(({ name }) => directoriesBelow(`${path}/${name}`)),
    ];
  } catch {
    return [];
  }
}
