/**
 * Notes in the record of what was acknowledged, next to logged events (`acknowledged.ts`), and which of them a notebook no
 * longer has.
 */
import { parseObject } from '#src/value/json-object.ts';
import { areSimilar } from '../acknowledged.ts';
import { isNoteKind, type NoteKind } from './note-kinds.ts';
import type { Note } from './notebook.ts';

/** A note as `chronicle note` wrote it. `when` is `HH:MM` or `YYYY-MM-DD HH:MM`. */
export interface AcknowledgedNote {
  note: NoteKind;
  when: string;
  text: string;
}

/** The line of the record for a note, without a line break. */
export function acknowledgedNoteLine({ note, when, text }: AcknowledgedNote): string {
  return JSON.stringify({ note, when, text });
}

/** The note of a line; null if the line has none. */
export function acknowledgedNoteIn(line: string): AcknowledgedNote | null {
  if (!line.startsWith('{')) return null;
  const { note, when, text } = parseObject(line);
  if (typeof note !== 'string' || !isNoteKind(note) || typeof text !== 'string' || /[\r\n]/.test(text)) return null;
  return typeof when === 'string' && /^(?:\d{4}-\d\d-\d\d )?\d\d:\d\d$/.test(when) ? { note, when, text } : null;
}

/** The notes of a record, in the order in which they were noted. */
export function readAcknowledgedNotes(text: string): AcknowledgedNote[] {
  return text.split('\n').flatMap((line) => acknowledgedNoteIn(line) ?? []);
}

/**
 * The acknowledged notes that a notebook no longer has. A note whose words or kind were edited is not lost: one at the same
 * time that was not acknowledged, and that is similar. Resolving a note keeps it.
 */
export function lostNotes(acknowledged: readonly AcknowledgedNote[], notes: readonly Note[]): AcknowledgedNote[] {
  const left = new Map<string, Note[]>();
  for (const note of notes)
    left.set(keyOf(note.kind, note.text), [...(left.get(keyOf(note.kind, note.text)) ?? []), note]);
  const missing = acknowledged.filter(({ note, text }) => left.get(keyOf(note, text))?.shift() === undefined);
  const others = [...left.values()].flat();
  return missing.filter(({ when, text }) => {
    const at = others.findIndex((note) => whenOf(note) === when && areSimilar(text, note.text));
    if (at >= 0) others.splice(at, 1);
    return at === -1;
  });
}

function keyOf(kind: NoteKind, text: string): string {
  return `${kind}\n${text.normalize('NFC').trim()}`;
}

function whenOf({ date, time }: Note): string {
  return [date, time].filter((part) => part !== null).join(' ');
}
