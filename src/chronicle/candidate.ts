/**
 * Candidates are unconfirmed events that a transcript suggests. Each has a detail line
 *
 *     candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f
 *
 * that names the transcript's record. When a person confirms it, that line becomes `evidence: …` and the candidate becomes
 * an ordinary event.
 */
import type { ChronicleEvent } from './chronicle.ts';

const CANDIDATE = /^candidate: (\S+)\s*$/m;
const CANDIDATE_MARK = /^(\s*)candidate: /;

/** The transcript record of a candidate; null for a logged or confirmed event. */
export function candidateOf({ details }: Pick<ChronicleEvent, 'details'>): string | null {
  // A quick check first: pages ask about a quarter of a million events, and most are no candidates.
  return details.includes('candidate: ') ? (CANDIDATE.exec(details)?.[1] ?? null) : null;
}

/** Whether an event is unconfirmed: it is shown separately and never counted for memory. */
export function isCandidate(event: Pick<ChronicleEvent, 'details'>): boolean {
  return candidateOf(event) !== null;
}

/** Turns the detail line of a candidate into that of a confirmed event. Other lines are unchanged. */
export function confirmedLine(line: string): string {
  return line.replace(CANDIDATE_MARK, '$1evidence: ');
}
