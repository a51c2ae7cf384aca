import type { Problem } from '#src/chronicle/problem.ts';

/**
 * A kind of file the archive reads. Each lies at `<root>/<project-dir>/<folder>/<file>`; listing,
 * reading, watching and quarantine are the archive's, the same for every kind.
 */
export interface Source<Value> {
  kind: string;
  list: {
    folder: string;
    /** Whether a name in that folder is one of this kind. */
    isMember(name: string): boolean;
  };
  /** Whether a line that is no text costs only itself; it is given to `parse` as `NO_TEXT`. */
  isOfLines?: true;
  /** Takes a file's text, never throws, and returns null with at least one problem if it cannot be used. */
  parse(text: string): { value: Value | null; problems: Problem[] };
}
