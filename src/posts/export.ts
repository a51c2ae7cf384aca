/** An export: the files of a post, scanned once more, compared with the blog, and written there. */
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import type { Fragment } from '#src/redaction/finding.ts';
import { scan, type Scanner } from '#src/redaction/scan.ts';
import { type BlogFile, hashInBlog, placeFiles } from './blog.ts';
import { draftDigest, sessionsDigest } from './draft.ts';
import { editHistory } from './draft-files.ts';
import { pngOf } from './png.ts';
import type { PlannedFile, TargetName, TargetOptions } from './post.ts';
import type { PreparedDraft } from './posts.ts';
import { type RenderedPost, renderPost } from './targets.ts';

/** The files of a post. Refuses (CHRONICLE_STILL_SECRET) if a final scan of them finds a secret or home path. */
export async function planPost(
  prepared: PreparedDraft,
  scanner: Scanner,
  target: TargetName,
  options: TargetOptions,
): Promise<RenderedPost> {
  const plan = renderPost(prepared.post, target, options);
  const leaks = await finalScan(plan.files, prepared, scanner);
  if (leaks.length === 0) return plan;
  throw new ChronicleError(
    'CHRONICLE_STILL_SECRET',
    `The post would still contain something that must not be published: ${leaks.join(', ')}. Remove it from the draft's text. Nothing was exported.`,
  );
}

/** A shorter value may match wording that the export itself writes. */
const SHORTEST_KNOWN = 8;

/**
 * The final scan of the files to write, file names and figures included. Returns the kind and place of everything that must
 * not be published, even if the scan of the draft missed it. Both are safe to print. Nothing may be written unless this is
 * empty.
 */
async function finalScan(
  files: readonly PlannedFile[],
  { draft, findings }: PreparedDraft,
  { detectors, hash }: Scanner,
): Promise<string[]> {
  const fragments = files.flatMap(fragmentsOf);
  const found = await scan(fragments, { detectors, decisions: draft.decisions, hash });
  const anew = found
    .filter(({ class: severity, decision }) => severity === 'must' && decision !== 'keep')
    .flatMap(({ kind, places }) => places.map(({ place }) => `${kind} (${place})`));
  const known = findings
    .filter(({ mayKeep, value }) => !mayKeep && value.length >= SHORTEST_KNOWN)
    .flatMap((secret) =>
      fragments
        .filter((fragment) => editsFor(fragment, [secret]).length > 0)
        .map(({ place }) => `${secret.kind} (${place})`),
    );
  return [...new Set([...anew, ...known])];
}

/** Paths are not named, since a path may be the leak. A PNG needs no scan beyond its SVG. */
function fragmentsOf(file: PlannedFile): Fragment[] {
  const name = { text: file.path, place: 'file name', event: null, isSlug: true };
  const text = 'text' in file ? file.text : file.svg;
  const place = 'svg' in file || file.path.endsWith('.svg') ? 'figure' : 'post text';
  return [name, { text, place, event: null }];
}

/**
 * A file of an export in the blog: missing, the same, as an earlier export wrote it (`outdated`), edited since or written
 * by somebody else (`differs`), or in the way: a link or a directory.
 */
type FileState = 'absent' | 'same' | 'outdated' | 'differs' | 'blocked';

/** A planned post with its pictures drawn, compared with the blog. */
export interface PostInBlog {
  /** The real path of the blog's directory. */
  blog: string;
  /** Absolute path of the post. */
  file: string;
  /** The post is the last one. */
  files: (BlogFile & { state: FileState; hash: string })[];
}

/** Compares a post with a blog and with the exports of its draft so far. Writes nothing. */
export async function compareWithBlog(
  plan: RenderedPost,
  blog: string,
  { history }: PreparedDraft['draft'],
): Promise<PostInBlog> {
  const file = `${blog}/${plan.file}`;
  const last = history.exports.findLast((record) => record.file === file)?.files ?? [];
  // Of a record for another directory, the paths mean other files.
  const written = new Map(last.at(-1)?.path === plan.file ? last.map(({ path, hash }) => [path, hash]) : []);
  const files = plan.files.map(async (planned) => {
    const { path } = planned;
    const bytes = 'text' in planned ? Buffer.from(planned.text) : await pngOf(planned.svg);
    const [found, hash] = [hashInBlog(blog, path), sha256Of(bytes)];
    return { path, bytes, hash, replaces: found ?? null, state: stateOf(found, hash, written.get(path)) };
  });
  return { blog, file, files: await Promise.all(files) };
}

function stateOf(found: string | null | undefined, planned: string, written: string | undefined): FileState {
  if (found === null) return 'absent';
  if (found === undefined) return 'blocked';
  if (found === planned) return 'same';
  return found === written ? 'outdated' : 'differs';
}

/**
 * The unified diff from an edited post in the blog to the planned one; empty unless the post itself was edited. Secrets are
 * replaced in it, also those that somebody added to the file; findings to review too, unless only the owner sees it.
 */
export async function postDiff(
  { blog, file, files }: PostInBlog,
  { draft, findings }: PreparedDraft,
  { detectors, hash }: Scanner,
  isPrivate: boolean,
): Promise<string> {
  const post = files.at(-1);
  if (post?.state !== 'differs') return '';
  const displayed = async (text: string) => {
    const found = await scan([{ text, place: '', event: null }], { detectors, decisions: draft.decisions, hash });
    const hidden = [...found, ...findings].filter((finding) => !isPrivate || finding.class === 'must');
    return applyEdits(text, editsFor({ text }, hidden));
  };
  const edited = asText(readRegularFile(file).text);
  return unifiedDiff(
    file.slice(blog.length + 1),
    await displayed(edited),
    await displayed(`${Buffer.from(post.bytes)}`),
  );
}

/** What an export did, and why it could not be recorded; null if it could. */
export interface Placed {
  ended: 'created' | 'updated' | 'unchanged';
  fault: string | null;
}

/**
 * Writes the files that are missing or differ, and records the export in the draft's history. Edited files are replaced
 * too: the caller has asked.
 */
export function placePost(
  { blog, file, files }: PostInBlog,
  { draft, sources, events }: PreparedDraft,
  target: TargetName,
  now: Date,
): Placed {
  const changes = files.filter(({ state }) => state !== 'same');
  placeFiles(blog, changes);
  const isUpdate = files.at(-1)?.state !== 'absent';
  const ended = changes.length === 0 ? 'unchanged' : isUpdate ? 'updated' : 'created';
  const digests = { draft: draftDigest(draft), sessions: sessionsDigest(sources) };
  const last = draft.history.exports.findLast((record) => record.file === file);
  if (ended === 'unchanged' && last?.draft === digests.draft && last.sessions === digests.sessions)
    return { ended, fault: null };
  try {
    const written = files.map(({ path, hash }) => ({ path, hash }));
    const record = { target, at: now.toISOString(), file, ...digests, events, files: written };
    editHistory(draft, (history) => ({ ...history, exports: [...history.exports, record] }));
    return { ended, fault: null };
  } catch (error) {
    return { ended, fault: sentenceOf(error) };
  }
}
