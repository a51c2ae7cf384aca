import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import type { Decisions, Fragment } from '#src/redaction/finding.ts';
import { NO_DECISIONS, type Scanner, scan } from '#src/redaction/scan.ts';
import type { PlannedFile } from './post.ts';
import type { PreparedDraft } from './prepare-draft.ts';

/** A secret or home path that is still in the post. Both fields are safe to print. */
export interface Leak {
  kind: string;
  place: string;
}

/** A shorter value may match wording that the export itself writes. */
const SHORTEST_KNOWN = 8;

/**
 * The final scan of the files to write, file names and figures included. Returns everything that must not be published,
 * even if the scan of the draft missed it. Nothing may be written unless this is empty.
 */
export async function finalScan(
  files: readonly PlannedFile[],
  { resolved, findings }: PreparedDraft,
  { detectors, hash }: Scanner,
): Promise<Leak[]> {
  const fragments = files.flatMap(fragmentsOf);
  const secrets = findings.filter(({ mayKeep, value }) => !mayKeep && value.length >= SHORTEST_KNOWN);
  return [
    ...(await leaksOf(files, { detectors, hash }, resolved.draft.decisions)),
    ...secrets.flatMap((secret) =>
      fragments
        .filter((fragment) => editsFor(fragment, [secret]).length > 0)
        .map(({ place }) => ({ kind: secret.kind, place })),
    ),
  ];
}

/** The secrets and home paths in files to write, but for those that the owner keeps. */
async function leaksOf(
  files: readonly PlannedFile[],
  { detectors, hash }: Scanner,
  decisions: Decisions = NO_DECISIONS,
): Promise<Leak[]> {
  const found = await scan(files.flatMap(fragmentsOf), { detectors, decisions, hash });
  return found
    .filter(({ class: severity, decision }) => severity === 'must' && decision !== 'keep')
    .flatMap(({ kind, places }) => places.map(({ place }) => ({ kind, place })));
}

/**
 * A text of the post or of the file it would replace, safe to display: secrets are replaced, also those that somebody
 * added to the file. Unless only the owner sees the text, findings to review are replaced too.
 */
export async function displayText(
  text: string,
  { resolved, findings }: PreparedDraft,
  { detectors, hash }: Scanner,
  isPrivate: boolean,
): Promise<string> {
  const { decisions } = resolved.draft;
  const found = await scan([{ text, place: '', event: null }], { detectors, decisions, hash });
  const hidden = [...found, ...findings].filter((finding) => !isPrivate || finding.class === 'must');
  return applyEdits(text, editsFor({ text }, hidden));
}

/** Paths are not named, since a path may be the leak. A PNG needs no scan beyond its SVG. */
function fragmentsOf(file: PlannedFile): Fragment[] {
  const name = { text: file.path, place: 'file name', event: null, isSlug: true };
  return 'text' in file ? [name, { text: file.text, place: placeOf(file.path), event: null }] : [name];
}

function placeOf(path: string): string {
  return path.endsWith('.svg') ? 'figure' : 'post text';
}
