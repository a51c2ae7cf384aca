/** Checks what the agent passes to `chronicle note`, before it becomes a line of the notebook. */
import { isNoteKind, KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from '#src/format/notebook/note-kinds.ts';
import { keepsItsWords } from '#src/format/notebook/notebook.ts';

/** A note is one brief line: about two lines of a terminal. Longer ones are documentation, which nobody reads again. */
const LONGEST = 240;

/** Reads a kind of note; on failure returns a sentence that says why. */
export function readNoteKind(word: string | undefined): { kind: NoteKind } | { refusal: string } {
  const name = (word ?? '').toLowerCase().replaceAll('_', '-');
  if (isNoteKind(name)) return { kind: name };
  const singular = name.replace(/s$/, '');
  if (isNoteKind(singular)) return { kind: singular };
  const kinds = KINDS_OF_NOTES.join(', ');
  return {
    refusal:
      word === undefined
        ? `chronicle note needs a kind: ${kinds}.`
        : `There is no kind ${word}. The kinds are ${kinds}.`,
  };
}

/** Reads a note's line; on failure returns a sentence that says why, with an example. */
export function readNoteText(input: string, what: 'note' | 'answer' = 'note'): { text: string } | { refusal: string } {
  const text = input.replace(/\r\n?/g, '\n').trim();
  if (text === '')
    return { refusal: `There is no text on stdin. Pass the ${what} in a quoted heredoc: <<'EOF' … EOF.` };
  if (text.includes('\0'))
    return { refusal: `The ${what} contains a NUL character, which would make the file unreadable.` };
  if (text.includes('\n') || text.length > LONGEST) {
    const fault = text.includes('\n') ? 'has more than one line' : `is longer than ${LONGEST} characters`;
    return { refusal: `The ${what} ${fault}. Write one short line. ${EXAMPLE}` };
  }
  const line = text.replace(/^- +/, '');
  if (what === 'note' && !keepsItsWords(line))
    return {
      refusal:
        'The note contains ~~, which would strike it through. Write it without. A note is closed with chronicle note resolve.',
    };
  return { text: line };
}

const EXAMPLE =
  'Too long: "We tried bcrypt with its default cost of ten rounds, but then the tests took so long that …" Good: "bcrypt with 10 rounds → tests time out".';

/** The lines of `chronicle note --help` that explain the kinds. */
export function kindsHelp(): string {
  const width = Math.max(...KINDS_OF_NOTES.map((kind) => kind.length));
  return KINDS_OF_NOTES.map((kind) => `  ${kind.padEnd(width)}  ${NOTE_KINDS[kind].when}\n`).join('');
}
