import { candidateOf } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { candidateEvents } from '../chronicle/logged-events.ts';
import { type TranscriptPlace, transcriptPlace } from '../chronicle/provenance.ts';
import type { Session } from '../chronicle/session.ts';
import { keptParts } from '../value/kept-parts.ts';
import { memoised } from '../value/memo.ts';

/** A candidate as commands name it. */
export interface ListedCandidate {
  /**
   * `2026-03-24-main#e-3f6c2a`, with the project before it if two sessions have that name. Candidates with the same text
   * use the beginning of their record's id instead, `2026-03-24-main#9e6b1c1e`: event ids are made from the text, and when
   * one of several is deleted, the next takes over its id.
   */
  ref: string;
  session: Session;
  event: ChronicleEvent;
  /** The transcript record it was found in, and the place of that record. */
  record: string | null;
  place: TranscriptPlace | null;
}

/** The candidates of sessions, in the order of the sessions and of their files. */
export function listedCandidates(sessions: readonly Session[]): ListedCandidate[] {
  const asked = keptParts(sessions).flatMap((part) => withCandidates(part));
  // Most archives have few candidates or none, and many sessions.
  const names = new Set(asked.map(({ name }) => name));
  const named = Map.groupBy(names.size === 0 ? [] : sessions.filter(({ name }) => names.has(name)), ({ name }) => name);
  return asked.flatMap((session) => {
    const isAlone = named.get(session.name)?.length === 1;
    const name = isAlone ? session.name : `${session.project.slug}/${session.name}`;
    const candidates = candidateEvents(session.chronicle);
    return candidates.map((event) => ({
      ref: `${name}#${ownName(event, candidates)}`,
      session,
      event,
      record: candidateOf(event),
      place: transcriptPlace(event.details),
    }));
  });
}

const withCandidates = memoised((part: readonly Session[]): Session[] =>
  part.filter(({ chronicle }) => candidateEvents(chronicle).length > 0),
);

/** The candidates that match an event's id or the beginning of a record's id. */
export function candidatesCalled(candidates: readonly ListedCandidate[], word: string): ListedCandidate[] {
  const byRecord = candidates.filter(({ record }) => isRecordName(record, word));
  return byRecord.length > 0 ? byRecord : candidates.filter(({ event }) => isTwin(event.id, word));
}

/** Whether a word is a record's id, or a long enough beginning of it. */
export function isRecordName(record: string | null, word: string): boolean {
  return word.length >= SHORTEST && record?.startsWith(word) === true;
}

const SHORTEST = 8;

function ownName(event: ChronicleEvent, candidates: readonly ChronicleEvent[]): string {
  const record = candidateOf(event);
  const others = candidates.filter((each) => each !== event);
  if (record === null || !others.some(({ id }) => isTwin(id, event.id))) return event.id;
  const records = others.map(candidateOf);
  for (let length = SHORTEST; length < record.length; length++) {
    const start = record.slice(0, length);
    if (!records.some((other) => other?.startsWith(start))) return start;
  }
  return records.includes(record) ? event.id : record;
}

/** Whether two ids are for the same text: `e-3f6c2a`, `e-3f6c2a-2`. */
function isTwin(a: string, b: string): boolean {
  return wordsId(a) === wordsId(b);
}

function wordsId(id: string): string {
  return id.replace(/^(e-[0-9a-f]{6})-\d+$/, '$1');
}
