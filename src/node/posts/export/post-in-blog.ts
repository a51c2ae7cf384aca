/** A planned post and a blog: what is there already, and what is written. */
import { readRegularFile } from '#src/node/disk/read-file.ts';
import type { Draft, ExportRecord } from '#src/posts/drafts/draft.ts';
import type { PostPlan } from '#src/posts/export/plan-post.ts';
import type { PlannedFile } from '#src/posts/export/post.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { saveSettings } from '../drafts/write-draft.ts';
import { type BlogFile, type FileState, fileState, placeFiles } from './place-files.ts';
import { pngOf } from './png.ts';

/** A planned post with its pictures drawn, and the state of each of its files in the blog. */
export interface PostInBlog {
  plan: PostPlan;
  /** The real path of the blog's directory. */
  blog: string;
  /** Absolute path of the post. */
  file: string;
  files: (BlogFile & { state: FileState })[];
}

/** PNG pictures by the SVG they are drawn from. */
type Pictures = Map<string, Uint8Array>;

/** Looks for the files of a post in a blog. Writes nothing. */
export async function compareWithBlog(
  plan: PostPlan,
  blog: string,
  pictures: Pictures = new Map(),
): Promise<PostInBlog> {
  const files: PostInBlog['files'] = [];
  for (const planned of plan.files) {
    const file = { path: planned.path, bytes: await bytesOf(planned, pictures) };
    files.push({ ...file, state: fileState(blog, file) });
  }
  return { plan, blog, file: `${blog}/${plan.path}`, files };
}

/** The first of these plans that fits: none of its files is in the blog yet, or all of them are as planned. */
export async function firstFitting(plans: AsyncIterable<PostPlan>, blog: string): Promise<PostInBlog> {
  const pictures: Pictures = new Map();
  for await (const plan of plans) {
    const post = await compareWithBlog(plan, blog, pictures);
    const states = new Set(post.files.map(({ state }) => state));
    if (states.size === 1 && !states.has('differs')) return post;
  }
  throw new Error('There are no plans left.');
}

/** The text of the file in the post's place; null if there is none, or if it is the same post. */
export function otherText({ file, files }: PostInBlog): string | null {
  if (files.at(-1)?.state !== 'differs') return null;
  return Buffer.from(readRegularFile(file).text, 'latin1').toString();
}

/** Whether anything was written into the blog, and why the draft could not be told about it; null if it was. */
export interface Placed {
  isNew: boolean;
  fault: string | null;
}

/** Writes the files that are missing, all or none of them, and records the export in the draft. */
export function placePost({ blog, files }: PostInBlog, draft: Draft, record: ExportRecord): Placed {
  const absent = files.filter(({ state }) => state === 'absent');
  const isNew = absent.length > 0;
  if (isNew) placeFiles(blog, absent);
  const { exports } = draft.settings;
  if (!isNew && exports.some(({ file }) => file === record.file)) return { isNew, fault: null };
  try {
    saveSettings(draft, { exports: [...exports, record] });
    return { isNew, fault: null };
  } catch (error) {
    return { isNew, fault: sentenceOf(error) };
  }
}

async function bytesOf(planned: PlannedFile, pictures: Pictures): Promise<Uint8Array> {
  if ('text' in planned) return Buffer.from(planned.text);
  const drawn = pictures.get(planned.svg) ?? (await pngOf(planned.svg));
  pictures.set(planned.svg, drawn);
  return drawn;
}
