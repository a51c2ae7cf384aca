import { constants, copyFileSync, linkSync, lstatSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { isRunning } from '#src/node/store/running-process.ts';
import { ChronicleError, causeOf, isErrno, NO_HARD_LINKS } from '#src/project/chronicle-error.ts';
import { makeParents, pathInBlog } from './blog-directory.ts';

/** A file to be written into a blog. */
export interface BlogFile {
  /** Relative to the blog's directory, with `/`. */
  path: string;
  bytes: Uint8Array;
}

/** Whether a file of an export is in the blog: not at all, as it would be written, or with other content. */
export type FileState = 'absent' | 'same' | 'differs';

/** The state of a file in a blog. A link in its place differs, wherever it leads. */
export function fileState(blog: string, { path, bytes }: BlogFile): FileState {
  const target = pathInBlog(blog, path);
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats) return 'absent';
  if (!stats.isFile() || stats.size !== bytes.length) return 'differs';
  return readRegularFile(target).text === Buffer.from(bytes).toString('latin1') ? 'same' : 'differs';
}

/**
 * Writes files that are not there yet, with the modes that are usual for their owner, in their order: what the last
 * one names is there when it appears. Each appears whole, and nothing is replaced. If one cannot be written, those
 * before it are taken away again (CHRONICLE_EXPORT_FAILED).
 */
export function placeFiles(blog: string, files: readonly BlogFile[]): void {
  const made: string[] = [];
  try {
    for (const { path, bytes } of files) {
      const target = pathInBlog(blog, path);
      makeParents(target, blog, made);
      clearLeftovers(dirname(target));
      placeFile(target, bytes);
      made.push(target);
    }
  } catch (error) {
    throw new ChronicleError('CHRONICLE_EXPORT_FAILED', `${causeOf(error)} ${takenBack(made, blog)}`);
  }
}

function placeFile(target: string, bytes: Uint8Array): void {
  const temporary = `${dirname(target)}/.chronicle-${process.pid}-${Math.random().toString(16).slice(2)}.tmp`;
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', flush: true });
    try {
      linkSync(temporary, target);
    } catch (error) {
      if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
      copyFileSync(temporary, target, constants.COPYFILE_EXCL);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** What a killed export left in a directory. */
function clearLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = /^\.chronicle-(\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? [];
    if (pid && !isRunning({ pid: Number(pid), started: null })) rmSync(`${directory}/${name}`, { force: true });
  }
}

/** Takes back what was made, the last first, and says what the blog is like then. */
function takenBack(made: readonly string[], blog: string): string {
  const left = made.toReversed().filter((path) => !isRemoved(path));
  if (left.length === 0) return `Nothing of the post is left in ${blog}.`;
  return `These are left and can be removed: ${left.join(', ')}.`;
}

function isRemoved(path: string): boolean {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else rmSync(path);
    return true;
  } catch (error) {
    return isErrno(error, 'ENOENT');
  }
}
