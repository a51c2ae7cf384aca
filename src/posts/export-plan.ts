/** What an export writes: the files of the post, and a last scan of these files. */
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import type { Fragment } from '#src/redaction/finding.ts';
import { scan, type Scanner } from '#src/redaction/scan.ts';
import { draftDigest, type ExportRecord, sessionsDigest } from './draft.ts';
import type { PlannedFile, TargetName, TargetOptions } from './post.ts';
import type { PreparedDraft } from './posts.ts';
import { type RenderedPost, renderPost } from './targets.ts';

/** What to export, and for which target. */
export interface Planning {
  prepared: PreparedDraft;
  scanContext: Scanner;
  target: TargetName;
  options: TargetOptions;
}

/** Plans an export. Refuses (CHRONICLE_STILL_SECRET) if a final scan of the files finds a secret or home path. */
export async function planPost({ prepared, scanContext, target, options }: Planning): Promise<RenderedPost> {
  const rendered = renderPost(prepared.post, target, options);
  const leaks = await finalScan(rendered.files, prepared, scanContext);
  if (leaks.length === 0) return rendered;
  throw new ChronicleError(
    'CHRONICLE_STILL_SECRET',
    `The post would still contain something that must not be published: ${leaks.join(', ')}. Remove it from the draft's text. Nothing was exported.`,
  );
}

/** What is kept about an export. `file` is the absolute path of the post. */
export function exportRecord({ prepared, target }: Planning, file: string, now: Date): Omit<ExportRecord, 'files'> {
  const { draft, sources, events } = prepared;
  const digests = { draft: draftDigest(draft), sessions: sessionsDigest(sources) };
  return { target, at: now.toISOString(), file, ...digests, events };
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
 * A text of the post or of the file it would replace, safe to display: secrets are replaced, also those that somebody
 * added to the file. Unless only the owner sees the text, findings to review are replaced too.
 */
export async function displayText(
  text: string,
  { draft, findings }: PreparedDraft,
  { detectors, hash }: Scanner,
  isPrivate: boolean,
): Promise<string> {
  const found = await scan([{ text, place: '', event: null }], { detectors, decisions: draft.decisions, hash });
  const hidden = [...found, ...findings].filter((finding) => !isPrivate || finding.class === 'must');
  return applyEdits(text, editsFor({ text }, hidden));
}
