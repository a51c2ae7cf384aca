/** The project of a past session. A directory that is gone, as worktrees are, belongs to the checkout above it. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { checkoutOf } from '#src/lib/checkout.ts';
import { directoryName, isFixedDirectory } from '#src/lib/directory-name.ts';
import { isDirectory } from '#src/lib/is-there.ts';

export interface Filing {
  /** Claude Code's directory name of the project. */
  directory: string;
  /** The main checkout; null if only the folder's name is known. */
  root: string | null;
  /** The checkout of the session, for the chronicle's `cwd`. */
  cwd: string;
}

/** The project of a session in `cwd` with a transcript in `folder`. A checkout that contains the whole home counts for nothing that is gone. */
export function filingOf(cwd: string, folder: string, home: string): Filing {
  const place = isAbsolute(cwd) ? nearestDirectory(resolve(cwd)) : null;
  if (place === null) return { directory: folder, root: null, cwd };
  const { top, mainTop, gitDirectory } = checkoutOf(place);
  const isWide = `${home}/`.startsWith(top.endsWith('/') ? top : `${top}/`);
  if (place !== resolve(cwd) && (gitDirectory === null || isWide)) return { directory: folder, root: null, cwd };
  return { directory: isFixedDirectory(folder) ? folder : directoryName(mainTop), root: mainTop, cwd: top };
}

function nearestDirectory(path: string): string {
  return isDirectory(path) || dirname(path) === path ? path : nearestDirectory(dirname(path));
}
