/** A planned post and a blog: which of its files are there already, and what is written. */
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { type BlogFile, deleteFiles, hashInBlog, placeFiles } from './blog.ts';
import type { Draft, ExportRecord } from './draft.ts';
import { editHistory } from './draft-files.ts';
import { pngOf } from './png.ts';
import type { PlannedFile } from './post.ts';
import type { RenderedPost } from './targets.ts';

/**
 * A file of an export in the blog: missing, the same, as an earlier export wrote it (`outdated`), edited since or written
 * by somebody else (`differs`), or in the way: a link or a directory.
 */
type FileState = 'absent' | 'same' | 'outdated' | 'differs' | 'blocked';

/** A planned post with its pictures drawn, compared with the blog. */
export interface PostInBlog {
  plan: RenderedPost;
  /** The real path of the blog's directory. */
  blog: string;
  /** Absolute path of the post. */
  file: string;
  /** `current` is the hash of the file in the blog; null unless it is a regular file. */
  files: (BlogFile & { state: FileState; current: string | null })[];
  /** The files of the last export to this place that the post no longer has. */
  stale: ExportRecord['files'];
}

/** Compares a post with a blog and with the exports so far. Writes nothing. */
export async function compareWithBlog(
  plan: RenderedPost,
  blog: string,
  exports: readonly ExportRecord[],
): Promise<PostInBlog> {
  const file = `${blog}/${plan.file}`;
  const written = lastWritten(exports, file, plan.file);
  const hashes = new Map(written.map(({ path, hash }) => [path, hash]));
  const files: PostInBlog['files'] = [];
  for (const planned of plan.files) {
    const { path } = planned;
    const bytes = await bytesOf(planned);
    const found = hashInBlog(blog, path);
    files.push({ path, bytes, state: stateOf(found, sha256Of(bytes), hashes.get(path)), current: found ?? null });
  }
  const stale = written.filter(({ path }) => !plan.files.some((planned) => planned.path === path));
  return { plan, blog, file, files, stale };
}

/** The files of the last export to the same place; none if its paths are relative to another directory. */
function lastWritten(exports: readonly ExportRecord[], file: string, path: string): ExportRecord['files'] {
  const files = exports.findLast((record) => record.file === file)?.files ?? [];
  return files.at(-1)?.path === path ? files : [];
}

function stateOf(found: string | null | undefined, planned: string, written: string | undefined): FileState {
  if (found === null) return 'absent';
  if (found === undefined) return 'blocked';
  if (found === planned) return 'same';
  return found === written ? 'outdated' : 'differs';
}

/** Whether a post can be written without replacing anything but what an earlier export wrote. */
export function isFree({ files }: PostInBlog): boolean {
  return files.every(({ state }) => state !== 'differs' && state !== 'blocked');
}

/** The text of an edited file in the post's place; null if there is none. */
export function editedText({ file, files }: PostInBlog): string | null {
  if (files.at(-1)?.state !== 'differs') return null;
  return asText(readRegularFile(file).text);
}

/** What an export changed, and why it could not be recorded; null if it could. */
export interface Placed {
  outcome: 'created' | 'updated' | 'unchanged';
  /** The deleted files, relative to the blog. */
  deleted: string[];
  fault: string | null;
}

/**
 * Writes the files that are missing or differ, all or none of them, deletes the stale ones, and records the export in the
 * draft's history. Edited files are replaced too: the caller has asked.
 */
export function placePost(post: PostInBlog, draft: Draft, record: Omit<ExportRecord, 'files'>): Placed {
  const { blog, files, stale } = post;
  const changes = files.filter(({ state }) => state !== 'same');
  placeFiles(
    blog,
    changes.map(({ path, bytes, current }) => ({ path, bytes, replaces: current })),
  );
  const deleted = deleteFiles(blog, stale);
  const isUpdate = files.at(-1)?.state !== 'absent';
  const isUnchanged = changes.length + deleted.length === 0;
  const outcome = isUnchanged ? 'unchanged' : isUpdate ? 'updated' : 'created';
  const last = draft.history.exports.findLast(({ file }) => file === record.file);
  if (isUnchanged && last?.draft === record.draft && last.sessions === record.sessions)
    return { outcome, deleted, fault: null };
  try {
    const written = files.map(({ path, bytes }) => ({ path, hash: sha256Of(bytes) }));
    editHistory(draft, (history) => ({ ...history, exports: [...history.exports, { ...record, files: written }] }));
    return { outcome, deleted, fault: null };
  } catch (error) {
    return { outcome, deleted, fault: sentenceOf(error) };
  }
}

async function bytesOf(planned: PlannedFile): Promise<Uint8Array> {
  return 'text' in planned ? Buffer.from(planned.text) : pngOf(planned.svg);
}
