import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { isWithin, nearestRealPath } from '#src/lib/real-path.ts';
import { requireInside } from '#src/lib/private-directory.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';

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

/** Refuses (CHRONICLE_NO_BLOG) a path in Claude Code's directory, directly or through a link: a post is not a memory. */
export function requireOutside(path: string, config: string): void {
  if (!isWithin(nearestRealPath(path), nearestRealPath(config))) return;
  throw noBlog(`${path} is in ${config}, which belongs to Claude Code. Name the directory of your blog.`);
}

/** Creates a blog's directory and the missing ones above it. Refuses (CHRONICLE_NO_BLOG) if that fails. */
export function createBlogDirectory(path: string): void {
  try {
    makeParents(join(path, 'post'), path, []);
  } catch (error) {
    throw noBlog(`${path} cannot be created: ${sentenceOf(error)}`);
  }
}

/** The error for a blog's directory that cannot be used (CHRONICLE_NO_BLOG). */
export function noBlog(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_BLOG', `${sentence} Nothing was exported.`);
}

/** The path of a file in a blog. Refuses (CHRONICLE_OUTSIDE) a path that leads out of it, directly or through a link. */
export function pathInBlog(blog: string, path: string): string {
  const parts = path.split('/');
  if (isAbsolute(path) || parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\'))) {
    throw new ChronicleError('CHRONICLE_OUTSIDE', `${path} is not a path inside ${blog}. Nothing was written.`);
  }
  const target = `${blog}/${path}`;
  requireInBlog(dirname(target), blog);
  return target;
}

/** Creates the missing directories above a file of a blog, and adds each to `made`. */
export function makeParents(target: string, blog: string, made: string[]): void {
  const directory = dirname(target);
  if (lstatSync(directory, { throwIfNoEntry: false })) return;
  makeParents(directory, blog, made);
  mkdirSync(directory);
  made.push(directory);
  if (!isWithin(blog, directory)) requireInBlog(directory, blog);
}

function requireInBlog(directory: string, blog: string): void {
  requireInside(nearestRealPath(directory), blog, directory);
}

/** The path itself or its nearest parent that exists, a dangling link included. */
function nearestExisting(path: string): string {
  if (dirname(path) === path || lstatSync(path, { throwIfNoEntry: false })) return path;
  return nearestExisting(dirname(path));
}
