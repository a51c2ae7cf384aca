import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from '#src/format/notebook/note-kinds.ts';
import type { Note, Notebook } from '#src/format/notebook/notebook.ts';

/** A section of a session's notes, as pages and the terminal show it. */
export interface NoteSection {
  kind: NoteKind;
  /** Such as `Tried (didn't work)`. */
  heading: string;
  /** In file order; of the focus only the last one, which counts. */
  notes: Note[];
}

/** The sections of a notebook that have notes, in the file's order. */
export function noteSections({ notes }: Pick<Notebook, 'notes'>): NoteSection[] {
  return KINDS_OF_NOTES.map((kind) => {
    const own = notes.filter((note) => note.kind === kind);
    return { kind, heading: NOTE_KINDS[kind].heading, notes: kind === 'focus' ? own.slice(-1) : own };
  }).filter((section) => section.notes.length > 0);
}
