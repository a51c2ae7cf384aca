import { basename } from 'node:path';
import type { Problem } from '#src/chronicle/problem.ts';

/**
 * A kind of file the archive reads. Each lies at `<root>/<folder>/<file>`; listing, reading, watching and quarantine are
 * the archive's, the same for every kind.
 */
export interface Source<Value> {
  kind: string;
  list: {
    /** The path below a root. `*` is any directory that is not hidden, such as a project's. */
    folder: string;
    /** Whether a name in that folder is one of this kind. */
    isMember(name: string): boolean;
  };
  /** Files with more bytes than this are not read; this is their problem. */
  limit?: { size: number; problem: Problem };
  /** Whether a line that is no text costs only itself; it is given to `parse` as `NO_TEXT`. */
  isOfLines?: true;
  /** Takes a file's text, never throws, and returns null with at least one problem if it cannot be used. */
  parse(text: string): { value: Value | null; problems: Problem[] };
}

/** A source of one file, which lies directly below its root. */
export interface FileSource<Value> extends Source<Value> {
  path: string;
}

/** The source of the one file at `path`. */
export function fileSource<Value>(kind: string, path: string, parse: Source<Value>['parse']): FileSource<Value> {
  return { kind, path, list: { folder: '', isMember: (name) => name === basename(path) }, parse };
}
