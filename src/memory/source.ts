import { basename } from 'node:path';
import type { Problem } from '#src/format/problem.ts';

/** A kind of file that the archive lists, reads and watches, at `<root>/<folder>/<file>`. */
export interface Source<Value> {
  kind: string;
  list: {
    /** The path below a root. `*` is any directory except hidden ones. */
    folder: string;
    /** Whether a name in that folder is a file of this kind. */
    isMember(name: string): boolean;
  };
  /** Larger files are not read and get this problem. */
  limit?: { size: number; problem: Problem };
  /** Whether a line that is not UTF-8 is passed to `parse` as `NO_TEXT` instead of failing the file. */
  isOfLines?: true;
  /**
   * Parses a file from its first `size` bytes and its last few, so that many large files can be listed. Null asks for
   * `parse` with the whole text. The digest of such a file is made from its size and time.
   */
  beginning?: { size: number; parse(beginning: string, end: string): Parsed<Value> | null };
  /** Parses a file's text. Never throws; returns null with at least one problem for an unusable file. */
  parse(text: string): Parsed<Value>;
}

interface Parsed<Value> {
  value: Value | null;
  problems: Problem[];
}

/** A source of a single file directly below its root. */
export interface FileSource<Value> extends Source<Value> {
  path: string;
}

/** The source of the single file at `path`. */
export function fileSource<Value>(kind: string, path: string, parse: Source<Value>['parse']): FileSource<Value> {
  return { kind, path, list: { folder: '', isMember: (name) => name === basename(path) }, parse };
}
