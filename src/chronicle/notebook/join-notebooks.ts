/**
 * Joins two notebooks of one session. Every byte of ours is kept but for questions that only theirs has answered; notes and
 * observations that only theirs has go to the end of their sections.
 */
import type { NotJoined } from '../copies.ts';
import type { Joined } from '../join-chronicles.ts';
import { isBlank } from '../lines.ts';
import { addBlock, rewriteNote } from './edit-notebook.ts';
import { handoffLines } from './handoff.ts';
import { NOTE_KINDS } from './note-kinds.ts';
import type { Note, Notebook } from './notebook.ts';
import { scanNotebook } from './scan-notebook.ts';
import { readWholeNotebook } from './whole-notebook.ts';

/**
 * Adds to `ours` what `theirs` has more. With `base`, the text that both were made from: what one side deleted since stays
 * deleted. Texts of different sessions, or without a session's id, are not joined.
 */
export function joinNotebooks(ours: string, theirs: string, base?: string): Joined {
  if (ours === theirs) return { text: ours, added: 0, left: [] };
  const [own, other] = [readWholeNotebook(ours), readWholeNotebook(theirs)];
  if (!own || own.sessionId !== other?.sessionId) return { text: ours, added: 0, left: [{ what: 'file', line: 1 }] };
  const before = base === undefined ? null : readWholeNotebook(base);
  const deleted = new Set(before ? entriesOf(before).map(({ id }) => id) : []);
  const others = new Set(entriesOf(other).map(({ id }) => id));
  const gone = entriesOf(own).filter(({ id }) => deleted.has(id) && !others.has(id));
  let text = without(
    ours,
    gone.map(({ line }) => line),
  );
  const ownNotes = new Map(own.notes.map((note) => [note.id, note]));
  const known = new Set(entriesOf(own).map(({ id }) => id));
  const left: NotJoined[] = [];
  const blockAt = blocksOf(theirs);
  let added = 0;
  for (const entry of entriesOf(other)) {
    if (known.has(entry.id) || deleted.has(entry.id)) continue;
    text = addBlock(text, entry.heading, blockAt(entry.line));
    added++;
  }
  for (const note of other.notes) {
    const same = ownNotes.get(note.id);
    if (!same) continue;
    if (note.resolved && !same.resolved) text = answered(text, note, firstWords(theirs, note.line));
    else if (note.resolved && note.resolved.answer !== same.resolved?.answer)
      left.push({ what: 'answer', line: note.line });
    if (note.details !== '' && !same.details.includes(note.details)) left.push({ what: 'note', line: note.line });
  }
  if (other.handoff && handoffLines(other.handoff) !== (own.handoff ? handoffLines(own.handoff) : '')) {
    if (own.handoff) left.push({ what: 'handoff', line: handoffLine(theirs) });
    else text = addBlock(text, 'Handoff', handoffLines(other.handoff));
  }
  return { text, added, left: left.toSorted((a, b) => a.line - b.line) };
}

interface Entry {
  id: string;
  line: number;
  heading: string;
}

function entriesOf({ notes, observations = [] }: Notebook): Entry[] {
  return [
    ...notes.map(({ id, line, kind }) => ({ id, line, heading: NOTE_KINDS[kind].heading })),
    ...observations.map(({ id, line }) => ({ id, line, heading: 'Observations' })),
  ];
}

/** The lines of the note or observation whose first line is this one (from 1), without empty ones at the end. */
function blocksOf(text: string): (line: number) => string {
  const { blocks, lines } = scanNotebook(text);
  const ends = new Map(blocks.map(({ line, end }) => [line, end]));
  return (line) => {
    let end = ends.get(line - 1) ?? line;
    while (end > line && isBlank(text, lines[end - 1] ?? { start: 0, end: 0 })) end--;
    return lines
      .slice(line - 1, end)
      .map(({ start, end }) => text.slice(start, end))
      .join('\n');
  };
}

/** The first line of a note without its time. */
function firstWords(text: string, line: number): string {
  const { blocks, lines } = scanNotebook(text);
  const block = blocks.find((each) => each.kind === 'note' && each.line === line - 1);
  const place = lines[line - 1];
  return block?.kind === 'note' && place ? text.slice(place.start + block.form.textAt, place.end) : '';
}

function answered(text: string, { id }: Note, words: string): string {
  const note = readWholeNotebook(text)?.notes.find((each) => each.id === id);
  return note && words !== '' ? rewriteNote(text, note.line, words) : text;
}

function without(text: string, gone: readonly number[]): string {
  if (gone.length === 0) return text;
  const { blocks, lines } = scanNotebook(text);
  const offset = (line: number) => lines[line]?.start ?? text.length;
  return blocks
    .filter(({ line }) => gone.includes(line + 1))
    .reduceRight((rest, { line, end }) => rest.slice(0, offset(line)) + rest.slice(offset(end)), text);
}

function handoffLine(text: string): number {
  return (scanNotebook(text).blocks.find(({ kind }) => kind === 'field')?.line ?? 0) + 1;
}
