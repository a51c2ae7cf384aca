/**
 * Events that nobody logged: backfill worked them out from a transcript. Each says so in a detail line
 *
 *     candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f
 *
 * that names the transcript's record. A person who confirms it makes that line `evidence: …`, and it is an event like any
 * other from then on.
 */
import type { ChronicleEvent } from './chronicle.ts';

const CANDIDATE = /^candidate: (\S+)\s*$/m;
const CANDIDATE_MARK = /^(\s*)candidate: /;

/** The record that a candidate was worked out from, or null for an event that was logged or has been confirmed. */
export function candidateOf({ details }: Pick<ChronicleEvent, 'details'>): string | null {
  // Most events have no such word, and pages ask of a quarter of a million.
  return details.includes('candidate: ') ? (CANDIDATE.exec(details)?.[1] ?? null) : null;
}

/** Whether an event waits for a person's yes: it is shown apart and counts for nothing about memory. */
export function isCandidate(event: Pick<ChronicleEvent, 'details'>): boolean {
  return candidateOf(event) !== null;
}

/** A line of details that makes its event a candidate, as the line of a confirmed one; any other line as it is. */
export function confirmedLine(line: string): string {
  return line.replace(CANDIDATE_MARK, '$1evidence: ');
}
