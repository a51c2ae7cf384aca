/** The kinds of note: the word of `chronicle note`, the heading in the file, and what belongs there. In the file's order. */
export const NOTE_KINDS = {
  focus: { heading: 'Focus', when: 'what you are working on now; the last one counts' },
  constraint: { heading: 'Constraints', when: 'a hard limit of this task' },
  tried: { heading: "Tried (didn't work)", when: 'what failed, and why: "bcrypt with 10 rounds → tests time out"' },
  discovered: { heading: 'Discovered', when: 'a finding that the work depends on' },
  question: { heading: 'Open Questions', when: 'what has to be settled; close it with chronicle note resolve' },
  'out-of-scope': { heading: 'Out of Scope', when: 'what this session does not do' },
} as const;

export type NoteKind = keyof typeof NOTE_KINDS;

export const KINDS_OF_NOTES = Object.keys(NOTE_KINDS) as NoteKind[];

/** Whether a word names a kind of note. */
export function isNoteKind(word: string): word is NoteKind {
  return Object.hasOwn(NOTE_KINDS, word);
}

/** The kind of note that a level 2 heading opens, ignoring case and the kind of apostrophe; null for other headings. */
export function kindOfHeading(title: string): NoteKind | null {
  const name = plainHeading(title);
  return KINDS_OF_NOTES.find((kind) => plainHeading(NOTE_KINDS[kind].heading) === name) ?? null;
}

/** `’` as UTF-8 and as the bytes of a file read as Latin-1. */
function plainHeading(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/\u2019|\u00e2\u0080\u0099/g, "'");
}
