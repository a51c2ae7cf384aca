import { type AcknowledgedNote, lostNotes } from '#src/chronicle/notebook/acknowledged-notes.ts';
import { addNote } from '#src/chronicle/notebook/edit-notebook.ts';
import { readNotebook } from '#src/chronicle/notebook/notebook.ts';
import { asBytes, asText } from '../disk/latin1.ts';
import { editNotebook, type Owned } from './notebook-file.ts';

/** Adds the acknowledged notes that a notebook no longer has, each at the end of its section, and returns them. */
export function restoreNotes(owned: Owned, acknowledged: readonly AcknowledgedNote[]): AcknowledgedNote[] {
  let lost: AcknowledgedNote[] = [];
  editNotebook(owned, (current) => {
    lost = lostNotes(acknowledged, readNotebook(asText(current))?.notes ?? []);
    return lost.reduce((text, { note, when, text: words }) => addNote(text, note, when, asBytes(words)), current);
  });
  return lost;
}
