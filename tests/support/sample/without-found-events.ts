import { candidateOf } from '#src/chronicle/candidate.ts';
import { decideCandidates, type Verdict } from '#src/chronicle/edit-candidate.ts';
import { readUnchecked } from '#src/chronicle/read.ts';

/**
 * The text of a chronicle without the unconfirmed events that a harvest added, as if its owner had dropped them. Those
 * whose records are in `own` were written by hand and stay.
 */
export function withoutCandidates(text: string, own: ReadonlySet<string>): string {
  const events = readUnchecked(text)?.events ?? [];
  const verdicts = new Map<number, Verdict>();
  for (const [place, event] of events.entries()) {
    const record = candidateOf(event);
    if (record !== null && !own.has(record)) verdicts.set(place, 'drop');
  }
  return decideCandidates(text, verdicts);
}

/** The same without recorded events too: the chronicle as it was before the harvest. */
export function withoutFoundEvents(text: string, own: ReadonlySet<string>): string {
  const unconfirmed = text.replace(/^( {2})recorded: (\S+) .*$/gm, '$1candidate: $2');
  return withoutCandidates(unconfirmed, own);
}
