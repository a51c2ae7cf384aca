/** What a newer reading of a session's transcripts leaves of its facts. */
import { type Facts, type FactsHead, STILL_RUNNING } from './facts.ts';

type Stamp = FactsHead['transcripts'][number];

/** Whether transcripts are exactly those that were read. */
export function isSameReading(read: readonly Stamp[], found: readonly Stamp[]): boolean {
  const keyOf = ({ folder, file, size, writtenMs }: Stamp) => [folder, file, size, writtenMs].join('/');
  return read.map(keyOf).sort().join('\n') === found.map(keyOf).sort().join('\n');
}

/**
 * Whether transcripts no longer show all that was read: one of them is missing or has become shorter. Claude Code deletes
 * transcripts after 30 days, and what they showed must not be lost with them. A project's folder may have been renamed.
 */
export function isCutShort(read: readonly Stamp[], found: readonly Stamp[]): boolean {
  return read.some(({ file, size }) => !found.some((other) => other.file === file && other.size >= size));
}

/** The stamps of a session that is still running: its last turn is to be read again, even if nothing is added to it. */
export function unfinished(stamps: readonly Stamp[]): Stamp[] {
  return stamps.map((stamp) => ({ ...stamp, writtenMs: STILL_RUNNING }));
}

/** Whether nothing was added to transcripts since they were read, while the session was running or after it. */
export function isSameLength(read: readonly Stamp[], found: readonly Stamp[]): boolean {
  return isSameReading(unfinished(read), unfinished(found));
}

/**
 * The facts of a new reading, with what only the earlier ones know: which found events a person hid, and evidence that is
 * found no more.
 */
export function carriedFacts(earlier: Facts | null, facts: Facts): Facts {
  if (earlier === null) return facts;
  const hidden = new Set(earlier.found.flatMap((event) => (event.hidden ? event.id : [])));
  const renewed = new Set(facts.evidence.map(({ record }) => record));
  return {
    ...facts,
    found: facts.found.map((event) => (hidden.has(event.id) ? { ...event, hidden: true } : event)),
    evidence: [...earlier.evidence.filter(({ record }) => !renewed.has(record)), ...facts.evidence],
  };
}
