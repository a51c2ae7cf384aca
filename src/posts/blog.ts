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
    makeMissing(path, []);
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

/** A file of an export: its path below the blog's directory, and the hash of the file it replaces; null if there is none yet. */
export interface BlogFile {
  path: string;
  bytes: Uint8Array;
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

/**
 * Writes files into a blog, each beside its place at first. Only when all are written and every file to replace still has the
 * expected hash, they are put in their places, in order, so that the post appears after its figures. Refuses with
 * CHRONICLE_EXPORT_FAILED, which says what has changed in the blog: nothing, unless a file was refused at its very place.
 */
export function placeFiles(blog: string, files: readonly BlogFile[]): void {
  const made: string[] = [];
  const staged: { target: string; temporary: string; isNew: boolean }[] = [];
  const placed: string[] = [];
  try {
    for (const { path, bytes, replaces } of files) {
      const target = pathInBlog(blog, path);
      makeMissing(dirname(target), made);
      clearLeftovers(dirname(target));
      if (hashInBlog(blog, path) !== replaces) throw failed(target, replaces === null);
      const temporary = `${dirname(target)}/.chronicle-${process.pid}-${Math.random().toString(16).slice(2)}.tmp`;
      staged.push({ target, temporary, isNew: replaces === null });
      naming(target, temporary, () => writeFileSync(temporary, bytes, { flag: 'wx', flush: true }));
      if (replaces !== null) chmodSync(temporary, statSync(target).mode & 0o777);
    }
    for (const { target, temporary, isNew } of staged) {
      if (!isNew) renameSync(temporary, target);
      else if (!naming(target, temporary, () => placeAt(target, temporary))) throw failed(target, true);
      rmSync(temporary, { force: true });
      placed.push(target);
    }
  } catch (error) {
    for (const { temporary } of staged) rmSync(temporary, { force: true });
    for (const directory of made.toReversed()) removeEmpty(directory);
    const state = placed.length === 0 ? 'No file was changed.' : `These were written before: ${placed.join(', ')}.`;
    throw new ChronicleError('CHRONICLE_EXPORT_FAILED', `${causeOf(error)} ${state}`);
  }
}

function failed(target: string, isNew: boolean): ChronicleError {
  const sentence = isNew ? `The file already exists: ${target}.` : `${target} was changed by another program.`;
  return new ChronicleError('CHRONICLE_EXPORT_FAILED', sentence);
}

/** Makes a directory and the missing ones above it, and lists them. Node's own recursive form never returns below /proc. */
function makeMissing(directory: string, made: string[]): void {
  if (existsSync(directory)) return;
  makeMissing(dirname(directory), made);
  try {
    mkdirSync(directory);
    made.push(directory);
  } catch (error) {
    if (!isErrno(error, 'EEXIST') || !statSync(directory).isDirectory()) throw error;
  }
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Another program has put something into it.
  }
}

/** Deletes the temporary files of exports that were killed. */
function clearLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = /^\.chronicle-(\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? [];
    if (pid && !isRunning({ pid: Number(pid), started: null })) rmSync(`${directory}/${name}`, { force: true });
  }
}
