/**
 * Edits to a notebook's text. A person may edit the same file, so all other bytes are kept. The functions take text, or a
 * file's bytes read as Latin-1 with new content encoded the same way.
 */
import { frontMatterLine } from '../front-matter.ts';
import { isBlank, lineEnding } from '../lines.ts';
import { withFinalNewline } from '../section.ts';
import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from './note-kinds.ts';
import { type NotebookBlock, type NotebookScan, scanNotebook } from './scan-notebook.ts';

/** A new notebook: the six headings without notes. */
export function emptyNotebook(sessionId: string): string {
  const headings = KINDS_OF_NOTES.map((kind) => `\n## ${NOTE_KINDS[kind].heading}\n`);
  return `---\n${frontMatterLine('session_id', sessionId)}\n---\n${headings.join('')}`;
}

/**
 * Adds a note below the last one of its section. `when` is `HH:MM` or `YYYY-MM-DD HH:MM`. A missing heading is added before
 * those that come after it.
 */
export function addNote(text: string, kind: NoteKind, when: string, words: string): string {
  const eol = lineEnding(text);
  const structure = scanNotebook(text);
  const { blocks, lines } = structure;
  const note = `- ${when} ${words}${eol}`;
  const at = blocks.findLastIndex((block) => block.kind === 'section' && block.note === kind);
  const heading = blocks[at];
  if (!heading) return withSection(text, structure, kind, note);
  const until = sectionEnd(structure, at);
  let line = until;
  while (line > heading.end && isBlank(text, lines[line - 1] ?? { start: 0, end: 0 })) line--;
  const offset = lines[line]?.start ?? text.length;
  const before = withFinalNewline(text.slice(0, offset), eol);
  const after = text.slice(offset);
  const isFirst = line === heading.end;
  const gap = after === '' || /^[ \t]*\r?(?:\n|$)/.test(after) ? '' : eol;
  return `${before}${isFirst ? eol : ''}${note}${gap}${after}`;
}

/** Replaces the text of the note whose first line is this one (from 1), and keeps its time and details. */
export function rewriteNote(text: string, line: number, words: string): string {
  const { blocks, lines } = scanNotebook(text);
  const block = blocks.find((each) => each.kind === 'note' && each.line === line - 1);
  const place = lines[line - 1];
  if (block?.kind !== 'note' || !place) return text;
  return text.slice(0, place.start + block.form.textAt) + words + text.slice(place.end);
}

function withSection(text: string, { blocks, lines }: NotebookScan, kind: NoteKind, note: string): string {
  const eol = lineEnding(text);
  const later = KINDS_OF_NOTES.slice(KINDS_OF_NOTES.indexOf(kind) + 1);
  const next = blocks.find((block) => block.kind === 'section' && isAfter(block, later));
  const offset = next === undefined ? text.length : (lines[next.line]?.start ?? text.length);
  const before = withFinalNewline(text.slice(0, offset), eol);
  const gap = /(?:^|\n)[ \t]*\r?\n$/.test(before) ? '' : eol;
  const after = text.slice(offset);
  return `${before}${gap}## ${NOTE_KINDS[kind].heading}${eol}${eol}${note}${after === '' ? '' : eol}${after}`;
}

/** Whether a heading comes after the missing one: that of a later kind, or one that is not of notes. */
function isAfter(block: Extract<NotebookBlock, { kind: 'section' }>, later: readonly NoteKind[]): boolean {
  return block.note === null ? /^##(?!#)/.test(block.title) : later.includes(block.note);
}

/** The line at which the section of a heading ends. */
function sectionEnd({ blocks, lines }: NotebookScan, heading: number): number {
  return blocks.slice(heading + 1).find(({ kind }) => kind === 'section')?.line ?? lines.length;
}
