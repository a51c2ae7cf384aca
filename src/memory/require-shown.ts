import { isProposableName } from '#src/memory/memory-name.ts';
import { parseProposals } from '#src/memory/proposals/proposal.ts';
import type { MemoryVerb } from '#src/memory/proposals/shown.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { asText } from '../lib/latin1.ts';
import { readBytes } from './file-bytes.ts';
import { type ListedProposal, shownDigest } from './shown-digest.ts';

/** The digest of these proposals and their memories as they are now: what a person is about to be shown. */
export function digestToShow(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[]): string {
  return shownDigest(place, verb, listed(place, ids));
}

/** Refuses (CHRONICLE_CHANGED) if these proposals and their memories are not what the person was shown. */
export function requireShown(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[], shown: string): void {
  const now = listed(place, ids);
  if (shownDigest(place, verb, now) === shown) return;
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    `These are not the proposals that the person was asked about: one of them or its memory has changed since, or others were named. Check ${listOf(place, now)}. Nothing was changed. Run chronicle memory ${verb} again, so that the person is asked again.`,
  );
}

/** The proposals with these ids, each once, with the line of the file that counts. */
function listed(place: MemoryPlace, ids: readonly string[]): ListedProposal[] {
  const known = new Map<string, ListedProposal>();
  for (const line of asText(readBytes(place.proposals) ?? '').split('\n')) {
    const [proposal] = parseProposals(line).value;
    if (!proposal) continue;
    const { id, file } = proposal;
    known.set(id, { id, line, file: isProposableName(file) ? file : null });
  }
  return [...new Set(ids)].map((id) => known.get(id) ?? { id, line: null, file: null });
}

/** More paths would not be read (count). */
const MOST_NAMED = 5;

/** Where to look for what has changed: the memories, or the proposals if none is known. */
function listOf(place: MemoryPlace, proposals: readonly ListedProposal[]): string {
  const files = new Set(proposals.flatMap(({ file }) => (file === null ? [] : [`${place.memory}/${file}`])));
  const more = files.size > MOST_NAMED ? [`${files.size - MOST_NAMED} more`] : [];
  return [...[...files].slice(0, MOST_NAMED), ...more, ...(files.size === 0 ? [place.proposals] : [])].join(', ');
}
