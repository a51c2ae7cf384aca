import type { ExportRecord } from '#src/posts/drafts/draft.ts';
import { draftDigest, sourceDigest } from '#src/posts/drafts/source-digest.ts';
import type { Post, TargetName, TargetOptions } from '#src/posts/export/post.ts';
import { postEvents } from '#src/posts/export/post-events.ts';
import { renderPost } from '#src/posts/export/targets.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { leftOutEvents } from '#src/redaction/decisions.ts';
import { finalScan } from './final-scan.ts';
import { placeFiles, type Standing, standingOf } from './place-files.ts';
import { figureFiles, filesOfPost, type PostFile } from './post-file.ts';
import type { PreparedDraft, Surroundings } from './prepare-draft.ts';

/** A post in the form of a target, ready to be written into a blog, and how it stands there. */
export interface PlannedPost {
  /** Absolute path of the post. */
  file: string;
  text: string;
  /** Absolute paths of the figures' files. */
  figures: string[];
  remarks: string[];
  /** Everything that is to be written; the post comes last. */
  files: { file: PostFile; standing: Standing }[];
}

/** What is exported, and where to. */
export interface Planning {
  prepared: PreparedDraft;
  surroundings: Surroundings;
  target: TargetName;
  options: TargetOptions;
  /** The real path of the blog's directory. */
  blog: string;
}

/** How many names are tried beside a post that is there already. */
const MOST_NAMES = 1000;

/**
 * Plans an export. Refuses (CHRONICLE_STILL_SECRET) if a last scan of what would be written finds what must not be.
 * Writes nothing.
 */
export async function planPost(planning: Planning): Promise<PlannedPost> {
  const figures = await figureFiles(planning.prepared.post.figures);
  return planned(planning, planning.prepared.post, figures);
}

/** The same under the first name behind `<slug>-1` that is free, or that holds the same post. */
export async function planBeside(planning: Planning): Promise<PlannedPost> {
  const { post } = planning.prepared;
  const figures = await figureFiles(post.figures);
  for (let n = 2; n < MOST_NAMES; n++) {
    const plan = await planned(planning, { ...post, slug: `${post.slug}-${n}` }, figures);
    const standings = new Set(plan.files.map(({ standing }) => standing));
    if (standings.size === 1 && !standings.has('differs')) return plan;
  }
  throw new ChronicleError(
    'CHRONICLE_EXPORT_FAILED',
    `${planning.blog} has ${post.slug} under every name up to -${MOST_NAMES - 1}. Nothing was written.`,
  );
}

/** Writes what is not there yet. */
export function writePost(plan: PlannedPost, blog: string): void {
  const absent = plan.files.filter(({ standing }) => standing === 'absent');
  placeFiles(
    blog,
    absent.map(({ file }) => file),
  );
}

/** What is noted beside the draft about an export. */
export function exportRecord({ prepared, target }: Planning, { file }: PlannedPost, now: Date): ExportRecord {
  const { resolved, findings } = prepared;
  return {
    target,
    at: now.toISOString(),
    file,
    sources: sourceDigest(resolved.sources),
    draft: draftDigest(resolved.draft),
    events: postEvents(resolved, leftOutEvents(findings)),
  };
}

async function planned(
  { prepared, surroundings, target, options, blog }: Planning,
  post: Post,
  figures: readonly PostFile[],
): Promise<PlannedPost> {
  const rendered = renderPost(post, target, options);
  const files = filesOfPost(rendered, figures);
  const leaks = await finalScan(files, prepared, surroundings);
  if (leaks.length > 0) {
    const listed = [...new Set(leaks.map(({ kind, place }) => `${kind} (${place})`))].join(', ');
    throw new ChronicleError(
      'CHRONICLE_STILL_SECRET',
      `What would be written still holds something that must not be published: ${listed}. Nothing was written. Take it out of the draft's words.`,
    );
  }
  const paths = files.map(({ path }) => `${blog}/${path}`);
  return {
    file: paths.at(-1) ?? blog,
    text: rendered.text,
    figures: paths.slice(0, -1),
    remarks: rendered.remarks,
    files: files.map((file) => ({ file, standing: standingOf(blog, file) })),
  };
}
