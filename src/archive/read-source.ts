import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { decodeText } from '#src/format/decode.ts';
import { type ExcerptLine, excerptsOf, type Problem, problemAt } from '#src/format/problem.ts';
import { NO_TEXT } from '#src/memory/history.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { LARGEST_FILE, READ } from '#src/lib/read-file.ts';
import type { Source } from '#src/memory/source.ts';

/** The result of reading a file: its value, or the problems that prevent it. */
export interface FileContent<Value> {
  value: Value | null;
  /**
   * SHA-1 of the bytes, in hex; for a file read from its beginning, its size and time. Empty if it could not be read.
   */
  digest: string;
  problems: Problem[];
  /** The lines around each problem. */
  excerpts: ExcerptLine[][];
}

/** How many bytes of the end of a file are read with its beginning. */
const END = 4;

/** The facts by which a changed file is recognized. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  /** When the file was created, if the disk records it. A copy can be younger than its content. */
  madeMs: number;
  /** False if the file was written so recently that another write could have the same times. */
  isSettled: boolean;
}

type Parser<Value> = Pick<Source<Value>, 'parse' | 'isOfLines' | 'limit' | 'beginning'>;

// ext4 stamps files with the kernel's tick, 1 to 10 ms; FAT with 2 s.
const SETTLED_MS = 2500;

/** The file at a path, without following links. */
export interface Probe {
  stamp: Stamp;
  /** Why it cannot be read, if that is known without opening it. */
  refusal: Problem | null;
}

/** Checks a file without opening it; null if it does not exist. */
export function probe(path: string, now: number): Probe | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    const { size, mtimeMs, ctimeMs, ino, birthtimeMs } = stats;
    const isSettled = now - Math.max(mtimeMs, ctimeMs) > SETTLED_MS;
    // File systems without birth times give 0 or a later time.
    const madeMs = birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
    return { stamp: { size, mtimeMs, ctimeMs, ino, madeMs, isSettled }, refusal: refusalOf(stats) };
  } catch (error) {
    const stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, madeMs: 0, isSettled: false };
    return { stamp, refusal: problemAt('CHRONICLE_UNREADABLE', 1, 1, reasonOf(error)) };
  }
}

/** Whether a file is unchanged since it was read. */
export function isSameFile(read: Stamp, found: Stamp): boolean {
  const { size, mtimeMs, ctimeMs, ino } = found;
  return (
    read.isSettled && read.size === size && read.mtimeMs === mtimeMs && read.ctimeMs === ctimeMs && read.ino === ino
  );
}

/**
 * Reads one file. Never throws: a file that is too large, unreadable, not UTF-8 or not a regular file (links are not
 * followed, pipes not opened) is returned as a problem. Null if the file no longer exists.
 */
export function readSource<Value>(path: string, found: Probe, source: Parser<Value>): FileContent<Value> | null {
  const { limit } = source;
  const refusal = limit && found.stamp.size > limit.size ? limit.problem : found.refusal;
  if (refusal) return unusable(refusal);
  try {
    const part = source.beginning && readEnds(path, source.beginning.size);
    const read = part && source.beginning?.parse(part.beginning, part.end);
    if (part && read)
      return { ...read, digest: digestOf(found.stamp), excerpts: excerptsOf(part.beginning, read.problems) };
    const bytes = readRegularFile(path);
    return bytes ? parsed(bytes, source) : unusable(problemAt('CHRONICLE_NOT_A_FILE', 1, 1, 'something else now'));
  } catch (error) {
    const reason = reasonOf(error);
    return reason === 'ENOENT' ? null : unusable(problemAt('CHRONICLE_UNREADABLE', 1, 1, reason));
  }
}

/** Reads one file; null if it does not exist. */
export function readOnce<Value>(path: string, source: Parser<Value>): FileContent<Value> | null {
  const found = probe(path, Date.now());
  return found && readSource(path, found, source);
}

/** Reads a file again; empty if it is no longer readable. Does not follow links or open pipes. */
export function readAgain(path: string): string {
  try {
    return readRegularFile(path)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}

/** The code of a failed file operation, such as EACCES. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** A file that was replaced has another inode, even within a tick of the clock. */
function digestOf({ size, mtimeMs, ino }: Stamp): string {
  return `${size} ${mtimeMs} ${ino}`;
}

function parsed<Value>(bytes: Buffer, source: Parser<Value>): FileContent<Value> {
  const digest = sha1Of(bytes);
  const decoded = source.isOfLines ? decodeLines(bytes) : decodeText(bytes);
  if ('problem' in decoded) {
    const text = bytes.includes(0) ? '' : bytes.toString('utf8');
    return { ...unusable<Value>(decoded.problem), digest, excerpts: excerptsOf(text, [decoded.problem]) };
  }
  const { value, problems } = source.parse(decoded.text);
  return { value, digest, problems, excerpts: excerptsOf(decoded.text, problems) };
}

/** A file of lines as text, with `NO_TEXT` for lines that are not UTF-8; or the problem of the whole file. */
function decodeLines(bytes: Buffer): ReturnType<typeof decodeText> {
  const whole = decodeText(bytes);
  // UTF-16 starts with a byte order mark and cannot be split at bytes.
  if (!('problem' in whole) || whole.problem.code !== 'CHRONICLE_NOT_UTF8' || (bytes[0] ?? 0) >= 0xfe) return whole;
  const lines = bytes.toString('latin1').split('\n');
  const texts = lines.map((line) => {
    const read = decodeText(Buffer.from(line, 'latin1'));
    return 'text' in read ? read.text : NO_TEXT;
  });
  return { text: texts.join('\n') };
}

/** The first `size` bytes of a regular file and its last few as text; null for anything else. */
function readEnds(path: string, size: number): { beginning: string; end: string } | null {
  const file = openSync(path, READ);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const buffer = Buffer.allocUnsafe(size);
    const beginning = buffer.toString('utf8', 0, readSync(file, buffer, 0, size, 0));
    if (stats.size <= size) return { beginning, end: beginning.slice(-END) };
    return { beginning, end: buffer.toString('latin1', 0, readSync(file, buffer, 0, END, stats.size - END)) };
  } finally {
    closeSync(file);
  }
}

/** Reads an open file after checking it again, because it may have been replaced. */
function readRegularFile(path: string): Buffer | null {
  const file = openSync(path, READ);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= LARGEST_FILE ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}

function unusable<Value>(problem: Problem): FileContent<Value> {
  return { value: null, digest: '', problems: [problem], excerpts: [[]] };
}

function refusalOf(stats: Stats): Problem | null {
  if (!stats.isFile()) return problemAt('CHRONICLE_NOT_A_FILE', 1, 1, kindOf(stats));
  return stats.size > LARGEST_FILE ? problemAt('CHRONICLE_TOO_LARGE', 1, 1, '16 MiB') : null;
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
