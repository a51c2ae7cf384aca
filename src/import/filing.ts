/** Finds the project of a past session. If its directory is gone, as with worktrees, other evidence decides. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { checkoutOf, gitdirOf } from '#src/lib/checkout.ts';
import { directoryName, isFixedDirectory } from '#src/lib/directory-name.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readBeginning } from '#src/lib/read-file.ts';

export interface Filing {
  /** Claude Code's directory name of the project. */
  directory: string;
  /** The main checkout; null if only the folder's name is known. */
  root: string | null;
  /** The checkout of the session, for the chronicle's `cwd`. */
  cwd: string;
}

type Checkout = Pick<Filing, 'root' | 'cwd'>;

const LARGEST_POINTER = 4096;
const OWN_WORKTREE = /^(.+?)[\\/]\.claude[\\/]worktrees[\\/][^\\/]+/;

/** Finds the projects of one run's sessions. Each directory is looked up once. */
export class Filings {
  readonly #home: string;
  /** The main checkout of a worktree, by the worktree's path. */
  readonly #worktrees: Map<string, string>;
  readonly #known = new Map<string, Checkout | null>();

  /** Takes every directory that a session was in, and the worktrees that transcripts mention. */
  constructor(places: readonly string[], knownWorktrees: ReadonlyMap<string, string>, home: string) {
    this.#home = home;
    this.#worktrees = new Map([...knownWorktrees].filter(([, main]) => isKnownDirectory(main)));
    const mains = new Set([...new Set(places)].filter(isKnownDirectory).map((place) => checkoutOf(place).mainTop));
    for (const main of [...mains, ...this.#worktrees.values()])
      for (const worktree of worktreesOf(main)) this.#worktrees.set(worktree, main);
  }

  /** The project of a session in `cwd` with a transcript in `folder`. */
  of(cwd: string, folder: string): Filing {
    const known = this.#known.get(cwd);
    const found = known === undefined ? this.#find(cwd) : known;
    this.#known.set(cwd, found);
    if (found === null || found.root === null) return { directory: folder, root: null, cwd };
    return { ...found, directory: isFixedDirectory(folder) ? folder : directoryName(found.root) };
  }

  #find(cwd: string): Checkout | null {
    if (!isAbsolute(cwd)) return null;
    if (isKnownDirectory(cwd)) {
      const { mainTop, top } = checkoutOf(cwd);
      return { root: mainTop, cwd: top };
    }
    for (let place = resolve(cwd); place !== dirname(place); place = dirname(place)) {
      const main = this.#worktrees.get(place);
      if (main !== undefined) return { root: checkoutOf(main).mainTop, cwd: place };
    }
    const [worktree, main] = OWN_WORKTREE.exec(cwd) ?? [];
    if (worktree !== undefined && main !== undefined && isKnownDirectory(main))
      return { root: checkoutOf(main).mainTop, cwd: worktree };
    return this.#above(cwd);
  }

  /** The checkout above a deleted directory. One that contains the whole home does not count. */
  #above(cwd: string): Checkout | null {
    let place = dirname(resolve(cwd));
    while (!isKnownDirectory(place) && place !== dirname(place)) place = dirname(place);
    const { top, mainTop, gitDirectory } = checkoutOf(place);
    const isWide = `${this.#home}/`.startsWith(top.endsWith('/') ? top : `${top}/`);
    return gitDirectory === null || isWide ? null : { root: mainTop, cwd: top };
  }
}

/** The worktrees in git's record of a checkout, including deleted ones. */
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
