import { editsFor } from '#src/redaction/edits.ts';
import type { Fragment } from '#src/redaction/finding.ts';
import { scan } from '#src/redaction/scan.ts';
import type { PostFile } from './post-file.ts';
import type { PreparedDraft, Surroundings } from './prepare-draft.ts';

/** A secret or home path that would be written after all. Both are safe to print. */
export interface Leak {
  kind: string;
  place: string;
}

/** A shorter value may be one of the words that an export writes itself. */
const SHORTEST_KNOWN = 8;

/**
 * The last look at what is going to be written, file names and figures among it: whatever is still there that must
 * not be, whether the scan of the draft knew it or not. Nothing may be written unless this is empty.
 */
export async function finalScan(
  files: readonly PostFile[],
  { resolved, findings }: PreparedDraft,
  { detectors, hash }: Surroundings,
): Promise<Leak[]> {
  const fragments = files.flatMap(fragmentsOf);
  const { decisions } = resolved.draft;
  const found = await scan(fragments, { detectors, decisions, hash });
  const secrets = findings.filter(({ mayKeep, value }) => !mayKeep && value.length >= SHORTEST_KNOWN);
  return [
    ...found
      .filter(({ class: severity, decision }) => severity === 'must' && decision !== 'keep')
      .flatMap(({ kind, places }) => places.map(({ place }) => ({ kind, place }))),
    ...secrets.flatMap((secret) =>
      fragments
        .filter(({ text }) => editsFor(text, [secret]).length > 0)
        .map(({ place }) => ({ kind: secret.kind, place })),
    ),
  ];
}

/** A path is not named: it may be what leaks. */
function fragmentsOf({ path, text }: PostFile): Fragment[] {
  const name = { text: path, place: 'name of a file', event: null };
  return text === null ? [name] : [name, { text, place: placeOf(path), event: null }];
}

function placeOf(path: string): string {
  return path.endsWith('.svg') ? 'figure' : 'text of the post';
}
