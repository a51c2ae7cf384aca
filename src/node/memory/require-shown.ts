import { isMemoryName } from '#src/memory/proposals/check-proposal.ts';
import { parseProposals } from '#src/memory/proposals/proposal.ts';
import type { MemoryVerb } from '#src/memory/proposals/shown.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { asText, readBytes } from './file-bytes.ts';
import { type ListedProposal, shownDigest } from './shown-digest.ts';

/** The digest of these proposals and their memories as they are now: what a person is about to be shown. */
export function digestToShow(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[]): string {
  return shownDigest(place, verb, listed(place, ids));
}

/** Refuses (CHRONICLE_CHANGED) if these proposals and their memories are not what the person was shown. */
export function requireShown(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[], shown: string): void {
  if (digestToShow(place, verb, ids) === shown) return;
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    `These are not the proposals that the person was asked about: one of them or its memory has changed since, or others were named. Nothing was changed. Run chronicle memory ${verb} again, so that the person is asked again.`,
  );
}

/** The proposals with these ids, each once, with the line of the file that counts. */
function listed(place: MemoryPlace, ids: readonly string[]): ListedProposal[] {
  const known = new Map<string, ListedProposal>();
  for (const line of asText(readBytes(place.proposals) ?? '').split('\n')) {
    const [proposal] = parseProposals(line).value;
    if (!proposal) continue;
    const { id, file } = proposal;
    known.set(id, { id, line, file: isMemoryName(file) ? file : null });
  }
  return [...new Set(ids)].map((id) => known.get(id) ?? { id, line: null, file: null });
}
