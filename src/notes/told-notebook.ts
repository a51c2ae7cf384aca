import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from '#src/format/notebook/note-kinds.ts';
import type { Note, Notebook } from '#src/format/notebook/notebook.ts';
import { neutralLine } from '#src/lib/text/neutral-line.ts';
import { noteSections } from './working-notes.ts';

/** The longest text of a note, in characters. People may write longer ones into the file. */
const LONGEST_TEXT = 300;

/** The longest line about what was left out, with its line break. */
const LONGEST_REMARK = '(999999 earlier notes left out)\n'.length;

/** Where space is short, these come first, after the focus: they cost most to forget. Then one kind after the other. */
const IN_TURN: readonly NoteKind[] = ['constraint', 'tried'];
const AFTERWARDS: readonly NoteKind[] = ['question', 'discovered', 'out-of-scope'];

/**
 * A notebook in at most `limit` characters, section by section, each note on one line with its id, newest last:
 *
 *     ## Focus
 *     - 14:02 JWT for the API (n-12ab34)
 *
 * The text of notes is untrusted: `neutralLine` keeps it on its line and in its frame. Only the last focus is told. Of
 * what does not fit, the oldest notes are left out, and each section says how many. Empty for a notebook without notes.
 */
export function toldNotebook({ notes }: Pick<Notebook, 'notes'>, limit: number): string {
  const sections = new Map(noteSections({ notes }).map(({ kind, notes: own }) => [kind, new Section(kind, own)]));
  const all = [...sections.values()];
  let left = limit - all.reduce((sum, { fixed }) => sum + fixed, 0);
  const take = (kind: NoteKind): boolean => {
    const taken = sections.get(kind)?.take(left) ?? 0;
    left -= taken;
    return taken > 0;
  };
  /** Takes a note of each kind in turn, until none has one that fits. */
  const takeAll = (kinds: readonly NoteKind[]) => {
    let open = kinds;
    while (open.length > 0) open = open.filter(take);
  };
  take('focus');
  takeAll(IN_TURN);
  for (const kind of AFTERWARDS) takeAll([kind]);
  return KINDS_OF_NOTES.flatMap((kind) => sections.get(kind)?.lines ?? []).join('\n');
}

/** Whether a told notebook says that it leaves notes out. */
export function leavesNotesOut(told: string): boolean {
  // A line with a note begins with a dash.
  return /^\(\d+ (?:earlier )?notes? left out\)$/m.test(told);
}

/** A section with the newest of its notes, as many as were taken. */
class Section {
  /** The space of its heading and of the remark about what was left out. */
  readonly fixed: number;
  readonly #heading: string;
  readonly #notes: readonly Note[];
  readonly #taken: string[] = [];
  #isFull = false;

  constructor(kind: NoteKind, notes: readonly Note[]) {
    this.#heading = `## ${NOTE_KINDS[kind].heading}`;
    this.#notes = notes;
    this.fixed = this.#heading.length + 1 + LONGEST_REMARK;
  }

  /** Takes the newest note that was not taken, if it fits, and returns the space it needs; 0 if nothing was taken. */
  take(left: number): number {
    const note = this.#notes[this.#notes.length - this.#taken.length - 1];
    const line = note === undefined || this.#isFull ? null : noteLine(note);
    if (line === null || line.length + 1 > left) {
      this.#isFull = true;
      return 0;
    }
    this.#taken.push(line);
    return line.length + 1;
  }

  get lines(): string[] {
    const cut = this.#notes.length - this.#taken.length;
    const earlier = this.#taken.length === 0 ? '' : 'earlier ';
    const remark = cut === 0 ? [] : [`(${cut} ${earlier}${cut === 1 ? 'note' : 'notes'} left out)`];
    return [this.#heading, ...remark, ...[...this.#taken].reverse()];
  }
}

/** A note on one line: `- 14:50 Refresh tokens? (n-12ab34)`, or with its answer if it is resolved. */
export function noteLine({ id, time, date, text, resolved }: Note): string {
  const when = [date, time].filter((part) => part !== null).join(' ');
  const words = neutralLine(text, LONGEST_TEXT);
  const answer = resolved ? neutralLine(resolved.answer, LONGEST_TEXT) : '';
  const told = resolved ? `~~${words}~~${answer === '' ? '' : ` → ${answer}`}` : words;
  return `- ${when === '' ? '' : `${when} `}${told} (${id})`;
}
