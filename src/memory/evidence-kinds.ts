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

interface EvidenceKind {
  word: string;
  /** Where a person finds the ids, as the end of a sentence. */
  lists: string;
  find(records: SessionRecords, id: string): CitedRecord | null;
}

const KINDS: Readonly<Record<string, EvidenceKind>> = {
  e: {
    word: 'event',
    lists: 'chronicle retro context and chronicle show list its events',
    find({ events }, id) {
      const event = events.find((each) => each.id === id);
      return event ? { label: event.tag, date: event.date, text: event.text, isFound: isFound(event) } : null;
    },
  },
  n: {
    word: 'note',
    lists: 'chronicle notes lists its notes',
    find({ notes, day }, id) {
      const note = notes.find((each) => each.id === id);
      return note ? { label: note.kind, date: note.date ?? day, text: note.text, isFound: false } : null;
    },
  },
  p: {
    word: 'prompt',
    lists: 'chronicle show lists its prompts',
    find({ prompts }, id) {
      const index = prompts.findIndex(({ record }) => promptId(record) === id);
      const prompt = prompts[index];
      if (!prompt) return null;
      return {
        ...{ label: 'prompt', date: prompt.at.slice(0, 10) },
        text: prompt.text,
        isFound: false,
        anchor: promptAnchor(index),
      };
    },
  },
};

const REFERENCE = new RegExp(`^(?:([^#\\s]+)#)?([${Object.keys(KINDS).join('')}]-[0-9a-f]{6}(?:-\\d+)?)$`);

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
  return kindOf(id)?.find(records, id) ?? null;
}

/** Why a session does not have a record, in sentences. */
export function missingRecord(sessionId: string, id: string): string {
  const { word, lists } = kindOf(id) ?? { word: 'record', lists: 'chronicle show lists its records' };
  return `Session ${sessionId} has no ${word} ${id}. ${lists}.`;
}

/** What several references name: `event`, `note`, or `record` if they differ. */
export function recordWord(references: readonly string[]): string {
  const words = new Set(references.map((each) => kindOf(referenceParts(each)?.id ?? '')?.word ?? 'record'));
  const [word = 'event'] = words;
  return words.size > 1 ? 'record' : word;
}

function kindOf(id: string): EvidenceKind | undefined {
  const letter = id.charAt(0);
  return Object.hasOwn(KINDS, letter) ? KINDS[letter] : undefined;
}
