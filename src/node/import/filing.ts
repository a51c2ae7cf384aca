/**
 * Under which project a session of the past belongs. Its directory may be gone by now, as worktrees are; then what is
 * left tells, and the answer says what that was.
 */
import { dirname, isAbsolute, resolve } from 'node:path';
import { directoryName, isFixedDirectory } from '#src/project/directory-name.ts';
import { gitdirOf } from '#src/project/git-files.ts';
import { isDirectory } from '../disk/is-there.ts';
import { namesIn } from '../disk/names-in.ts';
import { readBeginning } from '../disk/read-file.ts';
import { checkoutOf } from '../git/checkout.ts';

/** What told the project. */
export type FiledBy =
  /** The directory is there, and its main checkout. */
  | 'checkout'
  /** Git's own record of a worktree, or Claude Code's. */
  | 'worktree record'
  /** The path of a worktree that Claude Code made, or a directory above that is a checkout. */
  | 'path'
  /** The name of the folder that the transcript lies in. */
  | 'folder';

export interface Filing {
  /** Claude Code's directory name of the project. */
  directory: string;
  /** The main checkout; null where only the folder's name tells. */
  root: string | null;
  /** What the chronicle names as its place: the checkout of the session. */
  cwd: string;
  by: FiledBy;
}

const LARGEST_POINTER = 4096;
const OWN_WORKTREE = /^(.+?)[\\/]\.claude[\\/]worktrees[\\/][^\\/]+/;

/** Files the sessions of one run; each directory is looked at once. */
export class Filings {
  readonly #home: string;
  /** The main checkout of a worktree, by the worktree's path. */
  readonly #worktrees: Map<string, string>;
  readonly #known = new Map<string, Omit<Filing, 'directory'> | null>();

  /** Given every directory that a session was in, and what transcripts tell of worktrees. */
  constructor(places: readonly string[], knownWorktrees: ReadonlyMap<string, string>, home: string) {
    this.#home = home;
    this.#worktrees = new Map([...knownWorktrees].filter(([, main]) => isKnownDirectory(main)));
    const mains = new Set([...new Set(places)].filter(isKnownDirectory).map((place) => checkoutOf(place).mainTop));
    for (const main of [...mains, ...this.#worktrees.values()])
      for (const worktree of worktreesOf(main)) this.#worktrees.set(worktree, main);
  }

  /** Where a session belongs that was in `cwd` and whose transcript lies in `folder`. */
  of(cwd: string, folder: string): Filing {
    const known = this.#known.get(cwd) ?? (this.#known.has(cwd) ? null : this.#find(cwd));
    this.#known.set(cwd, known);
    return known?.root
      ? { ...known, directory: isFixedDirectory(folder) ? folder : directoryName(known.root) }
      : { directory: folder, root: null, cwd, by: 'folder' };
  }

  #find(cwd: string): Omit<Filing, 'directory'> | null {
    if (!isAbsolute(cwd)) return null;
    if (isKnownDirectory(cwd)) {
      const { mainTop, top } = checkoutOf(cwd);
      return { root: mainTop, cwd: top, by: 'checkout' };
    }
    for (let place = resolve(cwd); place !== dirname(place); place = dirname(place)) {
      const main = this.#worktrees.get(place);
      if (main !== undefined) return { root: checkoutOf(main).mainTop, cwd: place, by: 'worktree record' };
    }
    const [worktree, main] = OWN_WORKTREE.exec(cwd) ?? [];
    if (worktree !== undefined && main !== undefined && isKnownDirectory(main))
      return { root: checkoutOf(main).mainTop, cwd: worktree, by: 'path' };
    return this.#above(cwd);
  }

  /** A checkout that the directory was once in. One that holds the whole home tells nothing. */
  #above(cwd: string): Omit<Filing, 'directory'> | null {
    let place = dirname(resolve(cwd));
    while (!isKnownDirectory(place) && place !== dirname(place)) place = dirname(place);
    const { top, mainTop, gitDirectory } = checkoutOf(place);
    const isWide = `${this.#home}/`.startsWith(top.endsWith('/') ? top : `${top}/`);
    return gitDirectory === null || isWide ? null : { root: mainTop, cwd: top, by: 'path' };
  }
}

/** The worktrees of a checkout by git's own record, those that are gone as well. */
function worktreesOf(main: string): string[] {
  const { gitDirectory } = checkoutOf(main);
  if (gitDirectory === null) return [];
  const records = `${gitDirectory}/worktrees`;
  return namesIn(records).flatMap((name) => {
    const pointer = readBeginning(`${records}/${name}/gitdir`, LARGEST_POINTER)?.trim();
    const path = pointer === undefined ? null : resolve(`${records}/${name}`, gitdirOf(pointer) ?? pointer);
    return path === null ? [] : [dirname(path)];
  });
}

function isKnownDirectory(path: string): boolean {
  return isAbsolute(path) && isDirectory(path);
}
