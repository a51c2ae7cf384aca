import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from '#src/chronicle/notebook/note-kinds.ts';
import type { Note, Notebook } from '#src/chronicle/notebook/notebook.ts';
import { oneLine } from '#src/text/clip.ts';
import { printable } from '#src/text/printable.ts';
import { noteSections } from './working-notes.ts';

/** What is kept first where space is short: what a session most often forgets, and what costs most to forget. */
const BY_WEIGHT: NoteKind[] = ['constraint', 'tried', 'focus', 'question', 'discovered', 'out-of-scope'];

/** The longest line of a note, in characters. People may write longer ones into the file. */
const LONGEST_LINE = 300;

/**
 * A notebook in at most `limit` characters, section by section, each note on one line with its id, newest last:
 *
 *     ## Focus
 *     - 14:02 JWT for the API (n-12ab34)
 *
 * The text of notes is untrusted: control characters and angle brackets are replaced, so that none can end the frame that
 * the text is put into. Only the last focus is told, and of what does not fit, the oldest lines are left out, with their
 * number. Sections that are lost most easily get their space first. Empty for a notebook without notes.
 */
export function toldNotebook({ notes }: Pick<Notebook, 'notes'>, limit: number): string {
  const sections = new Map(noteSections({ notes }).map(({ kind, notes: own }) => [kind, own.map(noteLine)]));
  let left = limit;
  const told = new Map<NoteKind, string>();
  for (const kind of BY_WEIGHT) {
    const section = fitting(kind, sections.get(kind) ?? [], left);
    if (section === '') continue;
    told.set(kind, section);
    left -= section.length + 1;
  }
  return KINDS_OF_NOTES.flatMap((kind) => told.get(kind) ?? []).join('\n');
}

/** A note on one line: `- 14:50 Refresh tokens? (n-12ab34)`, or with its answer if it is resolved. */
export function noteLine({ id, time, date, text, resolved }: Note): string {
  const when = [date, time].filter((part) => part !== null).join(' ');
  const words = neutral(text);
  const told = resolved ? `~~${words}~~${resolved.answer === '' ? '' : ` → ${neutral(resolved.answer)}`}` : words;
  return `- ${when === '' ? '' : `${when} `}${told} (${id})`;
}

/** Untrusted words on one line, without what could end a frame or reorder the text around it. */
function neutral(words: string): string {
  const line = printable(oneLine(words)).replaceAll('<', '‹').replaceAll('>', '›');
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}

/** The heading and the newest lines that fit; empty if not even one does. */
function fitting(kind: NoteKind, lines: readonly string[], limit: number): string {
  if (lines.length === 0) return '';
  const heading = `## ${NOTE_KINDS[kind].heading}`;
  const kept: string[] = [];
  let left = limit - heading.length - '\n(9999 earlier notes left out)'.length;
  for (const line of lines.toReversed()) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.unshift(line);
  }
  const cut = lines.length - kept.length;
  if (kept.length === 0) return limit < heading.length + 40 ? '' : `${heading}\n(${cut} left out)`;
  const note = cut === 0 ? [] : [`(${cut} earlier ${cut === 1 ? 'note' : 'notes'} left out)`];
  return [heading, ...note, ...kept].join('\n');
}
