import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { ChronicleError, isErrno, sentenceOf } from '#src/project/chronicle-error.ts';

/**
 * The real path of the directory of a blog. Refuses (CHRONICLE_NO_BLOG) what is not there: a slip of the pen makes no
 * new tree.
 */
export function blogDirectory(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync.native(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw noBlog(`There is no directory ${path}. Make it, or name that of your blog.`);
    throw noBlog(`${path} cannot be used: ${sentenceOf(error)}`);
  }
  throw noBlog(`${path} is not a directory.`);
}

/** The path of a file below a blog; refuses (CHRONICLE_OUTSIDE) one that leads out of it, through a link or by itself. */
export function pathInBlog(blog: string, path: string): string {
  const parts = path.split('/');
  if (isAbsolute(path) || parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\'))) {
    throw new ChronicleError('CHRONICLE_OUTSIDE', `${path} is no path below ${blog}. Nothing was written.`);
  }
  const target = `${blog}/${path}`;
  requireInside(dirname(target), blog);
  return target;
}

/** Makes the directories above a file of a blog that are missing; each is added to `made` once it is there. */
export function makeParents(target: string, blog: string, made: string[]): void {
  const directory = dirname(target);
  if (lstatSync(directory, { throwIfNoEntry: false })) return;
  makeParents(directory, blog, made);
  mkdirSync(directory);
  made.push(directory);
  requireInside(directory, blog);
}

function requireInside(directory: string, blog: string): void {
  const real = realOf(directory);
  if (real === blog || real.startsWith(blog.endsWith(sep) ? blog : blog + sep)) return;
  throw new ChronicleError(
    'CHRONICLE_OUTSIDE',
    `${directory} leads out of ${blog} through a symbolic link. Nothing was written.`,
  );
}

/** The real path of a directory, or of the nearest one above it that is there. */
function realOf(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(directory) === directory) throw error;
    return realOf(dirname(directory));
  }
}

function noBlog(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_BLOG', `${sentence} Nothing was written.`);
}
