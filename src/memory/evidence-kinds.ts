/**
 * What a proposal can rest on. The first letter of an id says which kind it is, and where to look it up:
 *
 *     <session_id>#e-133549    an event of the session's chronicle
 *     <session_id>#n-12ab34    a note of its notebook
 *     <session_id>#p-5d20c1    a prompt, as the session's facts have it
 */

import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Note } from '#src/format/notebook/notebook.ts';
import { isFound } from '#src/format/event-source.ts';
import { promptAnchor } from '#src/lib/text/page-address.ts';
import { shortHash } from '#src/lib/hash.ts';

/** The records of a session. Each list may be read when it is first used. */
export interface SessionRecords {
  /** The session's first day, which a note without a date belongs to. */
  readonly day: string;
  readonly events: readonly Pick<ChronicleEvent, 'id' | 'tag' | 'text' | 'date' | 'details'>[];
  readonly notes: readonly Note[];
  readonly prompts: readonly { at: string; text: string; record: string }[];
}

/** A record as people see it beside a proposal. Its text is untrusted. */
export interface CitedRecord {
  /** Such as `MEMORY-MISS`, `tried` or `prompt`. */
  label: string;
  date: string;
  text: string;
  isFound: boolean;
  /** Where it is on the page of its session, if not at its id. */
  anchor?: string;
}

/** What the first letter of an id stands for, and where a person finds the ids, as the end of a sentence. */
const KINDS: Readonly<Record<string, readonly [word: string, lists: string]>> = {
  e: ['event', 'chronicle retro context and chronicle show list its events'],
  n: ['note', 'chronicle notes lists its notes'],
  p: ['prompt', 'chronicle show lists its prompts'],
};

const REFERENCE = /^(?:([^#\s]+)#)?([enp]-[0-9a-f]{6}(?:-\d+)?)$/;

/** How a proposal refers to a prompt; `record` is the id that its transcript gives it. */
export function promptReference(sessionId: string, record: string): string {
  return `${sessionId}#${promptId(record)}`;
}

function promptId(record: string): string {
  return `p-${shortHash(record).toString(16).padStart(6, '0').slice(-6)}`;
}

/** The parts of a reference such as `e-133549` or `<session_id>#n-12ab34`; null for any other text. */
export function referenceParts(reference: string): { sessionId: string | null; id: string } | null {
  const [, sessionId = null, id] = REFERENCE.exec(reference) ?? [];
  return id === undefined ? null : { sessionId, id };
}

/** The record with this id; null if the session has none. */
export function recordIn(records: SessionRecords, id: string): CitedRecord | null {
  const isIt = (each: { id: string }) => each.id === id;
  if (id.startsWith('e')) {
    const event = records.events.find(isIt);
    return event ? { label: event.tag, date: event.date, text: event.text, isFound: isFound(event) } : null;
  }
  if (id.startsWith('n')) {
    const note = records.notes.find(isIt);
    return note ? { label: note.kind, date: note.date ?? records.day, text: note.text, isFound: false } : null;
  }
  if (!id.startsWith('p')) return null;
  const index = records.prompts.findIndex(({ record }) => promptId(record) === id);
  const { at, text } = records.prompts[index] ?? {};
  if (at === undefined || text === undefined) return null;
  return { label: 'prompt', date: at.slice(0, 10), text, isFound: false, anchor: promptAnchor(index) };
}

/** Why a session does not have a record, in sentences. */
export function missingRecord(sessionId: string, id: string): string {
  const [word, lists] = KINDS[id.charAt(0)] ?? ['record', 'chronicle show lists its records'];
  return `Session ${sessionId} has no ${word} ${id}. ${lists}.`;
}
