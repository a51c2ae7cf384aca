/** The directory of a blog, and files in it: whether it can be used, what is there, and how the files of an export are written. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { ChronicleError, causeOf, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { naming, placeAt } from '#src/lib/files.ts';
import { isRunning } from '#src/lib/lock.ts';
import { requireInside } from '#src/lib/private-directory.ts';
import { isWithin, LARGEST_FILE, nearestRealPath, readRegularFile } from '#src/lib/read-file.ts';

export interface BlogDirectory {
  /** The real path. */
  path: string;
  /** Whether it does not exist yet. */
  isMissing: boolean;
}

/** The directory of a blog, which need not exist. Refuses (CHRONICLE_NO_BLOG) a path that cannot be a directory. */
export function blogDirectory(path: string): BlogDirectory {
  try {
    const nearest = nearestExisting(path);
    if (statSync(nearest).isDirectory()) {
      const rest = relative(nearest, path);
      return { path: join(realpathSync.native(nearest), rest), isMissing: rest !== '' };
    }
    throw noBlog(`${nearest} is not a directory.`);
  } catch (error) {
    if (error instanceof ChronicleError) throw error;
    throw noBlog(`${path} cannot be used: ${sentenceOf(error)}`);
  }
}

/** The path itself or its nearest parent that exists, a dangling link included. */
function nearestExisting(path: string): string {
  if (dirname(path) === path || lstatSync(path, { throwIfNoEntry: false })) return path;
  return nearestExisting(dirname(path));
}

/** Refuses (CHRONICLE_NO_BLOG) a path in Claude Code's directory, directly or through a link: a post is not a memory. */
export function requireOutside(path: string, config: string): void {
  if (!isWithin(nearestRealPath(path), nearestRealPath(config))) return;
  throw noBlog(`${path} is in ${config}, which belongs to Claude Code. Name the directory of your blog.`);
}

/** Creates a blog's directory and the missing ones above it. Refuses (CHRONICLE_NO_BLOG) if that fails. */
export function createBlogDirectory(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    throw noBlog(`${path} cannot be created: ${sentenceOf(error)}`);
  }
}

/** The error for a blog's directory that cannot be used (CHRONICLE_NO_BLOG). */
function noBlog(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_BLOG', `${sentence} Nothing was exported.`);
}

/** The path of a file in a blog. Refuses (CHRONICLE_OUTSIDE) a path that leads out of it, directly or through a link. */
function pathInBlog(blog: string, path: string): string {
  const parts = path.split('/');
  if (isAbsolute(path) || parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\')))
    throw new ChronicleError('CHRONICLE_OUTSIDE', `${path} is not a path inside ${blog}. Nothing was written.`);
  const target = `${blog}/${path}`;
  requireInside(nearestRealPath(dirname(target)), blog, dirname(target));
  return target;
}

/** A file of an export. */
export interface BlogFile {
  /** Relative to the blog's directory, with `/`. */
  path: string;
  bytes: Uint8Array;
}

/** A file to write, and the hash of the file it replaces; null if there is none yet. */
export interface FileChange extends BlogFile {
  replaces: string | null;
}

/**
 * The SHA-256 of a file in the blog, as a draft's history keeps it for files that an export wrote; null if it is missing, and
 * undefined if it is not a regular file of a usual size.
 */
export function hashInBlog(blog: string, path: string): string | null | undefined {
  const target = pathInBlog(blog, path);
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats) return null;
  if (!stats.isFile() || stats.size > LARGEST_FILE) return undefined;
  return sha256Of(Buffer.from(readRegularFile(target).text, 'latin1'));
}

/** Takes one step of an export back. */
interface Step {
  path: string;
  back(): void;
}

/**
 * Writes files into a blog, in order, so that the post appears after its figures. Each appears whole, and a file is only
 * replaced if it still has the expected hash. If one fails (CHRONICLE_EXPORT_FAILED), the others are as they were.
 */
export function placeFiles(blog: string, changes: readonly FileChange[]): void {
  const done: Step[] = [];
  try {
    for (const change of changes) placeFile(blog, change, done);
  } catch (error) {
    const left = done.toReversed().filter((step) => !isBack(step));
    const state =
      left.length === 0
        ? 'No file was changed.'
        : `These could not be restored: ${left.map(({ path }) => path).join(', ')}.`;
    throw new ChronicleError('CHRONICLE_EXPORT_FAILED', `${causeOf(error)} ${state}`);
  }
}

function isBack({ back }: Step): boolean {
  try {
    back();
    return true;
  } catch (error) {
    return isErrno(error, 'ENOENT');
  }
}

/** Writes a file, and adds to `done` how to take that back. */
function placeFile(blog: string, { path, bytes, replaces }: FileChange, done: Step[]): void {
  const target = pathInBlog(blog, path);
  makeMissing(dirname(target), (made) => done.push({ path: made, back: () => rmdirSync(made) }));
  clearLeftovers(dirname(target));
  if (replaces === null) {
    withTemporary(target, bytes, (temporary) => {
      if (!placeAt(target, temporary))
        throw new ChronicleError('CHRONICLE_EXPORT_FAILED', `The file already exists: ${target}.`);
    });
    done.push({ path: target, back: () => rmSync(target) });
    return;
  }
  const { text, stats } = readRegularFile(target);
  const before = Buffer.from(text, 'latin1');
  if (sha256Of(before) !== replaces)
    throw new ChronicleError('CHRONICLE_EXPORT_FAILED', `${target} was changed by another program.`);
  const mode = Number(stats.mode) & 0o777;
  replaceWith(target, bytes, mode);
  done.push({ path: target, back: () => replaceWith(target, before, mode) });
}

/** Makes a directory and the missing ones above it. Node's own recursive form never returns below /proc. */
function makeMissing(directory: string, made: (path: string) => void = () => {}): void {
  if (existsSync(directory)) return;
  makeMissing(dirname(directory), made);
  try {
    mkdirSync(directory);
    made(directory);
  } catch (error) {
    if (!isErrno(error, 'EEXIST') || !statSync(directory).isDirectory()) throw error;
  }
}

function replaceWith(target: string, bytes: Uint8Array, mode: number): void {
  withTemporary(target, bytes, (temporary) => {
    chmodSync(temporary, mode);
    renameSync(temporary, target);
  });
}

function withTemporary(target: string, bytes: Uint8Array, use: (temporary: string) => void): void {
  const temporary = `${dirname(target)}/.chronicle-${process.pid}-${Math.random().toString(16).slice(2)}.tmp`;
  try {
    naming(target, temporary, () => {
      writeFileSync(temporary, bytes, { flag: 'wx', flush: true });
      use(temporary);
    });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Deletes the temporary files of exports that were killed. */
function clearLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = /^\.chronicle-(\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? [];
    if (pid && !isRunning({ pid: Number(pid), started: null })) rmSync(`${directory}/${name}`, { force: true });
  }
}

/** Deletes files of an earlier export that still have the hash it recorded; returns the deleted paths. */
export function deleteFiles(blog: string, files: readonly { path: string; hash: string }[]): string[] {
  const deleted = files.filter(({ path, hash }) => {
    try {
      if (hashInBlog(blog, path) !== hash) return false;
      rmSync(`${blog}/${path}`);
      return true;
    } catch {
      return false;
    }
  });
  return deleted.map(({ path }) => path);
}
