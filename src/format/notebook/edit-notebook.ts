/**
 * Edits to a notebook's text. A person may edit the same file, so all other bytes are kept. The functions take text, or a
 * file's bytes read as Latin-1 with new content encoded the same way.
 */
import { frontMatterLine } from '../front-matter-line.ts';
import { isBlank, lineEnding, withFinalNewline } from '../scan.ts';
import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from './note-kinds.ts';
import { NOTEBOOK_PARTS, type NotebookBlock, type NotebookScan, scanNotebook } from './scan-notebook.ts';

/** A new notebook: the six headings without notes. `importedFrom` is the system of a session that was imported. */
export function emptyNotebook(sessionId: string, importedFrom?: string): string {
  const source = importedFrom === undefined ? '' : `${frontMatterLine('imported_from', importedFrom)}\n`;
  const headings = KINDS_OF_NOTES.map((kind) => `\n## ${NOTE_KINDS[kind].heading}\n`);
  return `---\n${frontMatterLine('session_id', sessionId)}\n${source}---\n${headings.join('')}`;
}

/**
 * Adds a note below the last one of its section. `when` is `HH:MM` or `YYYY-MM-DD HH:MM`. A missing heading is added before
 * those that come after it.
 */
export function addNote(text: string, kind: NoteKind, when: string, words: string): string {
  return addBlock(text, NOTE_KINDS[kind].heading, `- ${when} ${words}`);
}

/** Adds an observation, given as `observationLines` writes it, below the last one. */
export function addObservation(text: string, lines: string): string {
  return addBlock(text, 'Observations', lines);
}

/** A note, an observation or a field of the handoff, as its lines without blank ones at the end. */
interface WrittenBlock {
  kind: 'note' | 'observation' | 'field';
  lines: string;
}

/** The records of a notebook in file order. */
export function blocksOf(text: string): WrittenBlock[] {
  const { blocks, lines } = scanNotebook(text);
  return blocks.flatMap((block) => {
    if (block.kind === 'section' || block.kind === 'stray') return [];
    return [{ kind: block.kind, lines: text.slice(lines[block.line]?.start, endOf(text, block, lines)).trimEnd() }];
  });
}

/** The offset at which a block ends, without the blank lines below it. */
function endOf(text: string, { line, end }: { line: number; end: number }, lines: NotebookScan['lines']): number {
  let last = end;
  while (last > line + 1 && isBlank(text, lines[last - 1] ?? { start: 0, end: 0 })) last--;
  return lines[last]?.start ?? text.length;
}

/** Sets the handoff, given as `handoffLines` writes it, in place of an earlier one. Other lines of its section are kept. */
export function setHandoff(text: string, lines: string): string {
  const { blocks, lines: places } = scanNotebook(text);
  const offset = (line: number) => places[line]?.start ?? text.length;
  const without = blocks
    .filter(({ kind }) => kind === 'field')
    .reduceRight((rest, { line, end }) => rest.slice(0, offset(line)) + rest.slice(offset(end)), text);
  return addBlock(without, 'Handoff', lines);
}

/** Adds lines at the end of a section, the first one below its heading with an empty line between. */
function addBlock(text: string, title: string, block: string): string {
  const eol = lineEnding(text);
  const written = `${block.replaceAll('\n', eol)}${eol}`;
  const structure = scanNotebook(text);
  const { blocks, lines } = structure;
  const at = blocks.findLastIndex((each) => each.kind === 'section' && headingOf(each) === title);
  const heading = blocks[at];
  if (!heading) return withSection(text, structure, title, written);
  const until = sectionEnd(structure, at);
  let line = until;
  while (line > heading.end && isBlank(text, lines[line - 1] ?? { start: 0, end: 0 })) line--;
  const offset = lines[line]?.start ?? text.length;
  const before = withFinalNewline(text.slice(0, offset), eol);
  const after = text.slice(offset);
  const isFirst = line === heading.end;
  const gap = after === '' || /^[ \t]*\r?(?:\n|$)/.test(after) ? '' : eol;
  return `${before}${isFirst ? eol : ''}${written}${gap}${after}`;
}

/** Replaces the text of the note whose first line is this one (from 1), and keeps its time and details. */
export function rewriteNote(text: string, line: number, words: string): string {
  const { blocks, lines } = scanNotebook(text);
  const block = blocks.find((each) => each.kind === 'note' && each.line === line - 1);
  const place = lines[line - 1];
  if (block?.kind !== 'note' || !place) return text;
  return text.slice(0, place.start + block.form.textAt) + words + text.slice(place.end);
}

function withSection(text: string, { blocks, lines }: NotebookScan, title: string, written: string): string {
  const eol = lineEnding(text);
  const later = HEADINGS.slice(HEADINGS.indexOf(title) + 1);
  const next = blocks.find((block) => block.kind === 'section' && isAfter(block, later));
  const offset = next === undefined ? text.length : (lines[next.line]?.start ?? text.length);
  const before = withFinalNewline(text.slice(0, offset), eol);
  const gap = /(?:^|\n)[ \t]*\r?\n$/.test(before) ? '' : eol;
  const after = text.slice(offset);
  return `${before}${gap}## ${title}${eol}${eol}${written}${after === '' ? '' : eol}${after}`;
}

/** The headings of a notebook, in their order. */
const HEADINGS: readonly string[] = [...KINDS_OF_NOTES.map((kind) => NOTE_KINDS[kind].heading), ...NOTEBOOK_PARTS];

type Section = Extract<NotebookBlock, { kind: 'section' }>;

/** The heading as we write it, however the file spells it; null for one that is not ours. */
function headingOf({ note, part }: Section): string | null {
  return note === null ? part : NOTE_KINDS[note].heading;
}

/** Whether a heading comes after the missing one: one of ours that is later, or one that is not ours. */
function isAfter(block: Section, later: readonly string[]): boolean {
  const heading = headingOf(block);
  return heading === null ? /^##(?!#)/.test(block.title) : later.includes(heading);
}

/** The line at which the section of a heading ends. */
function sectionEnd({ blocks, lines }: NotebookScan, heading: number): number {
  return blocks.slice(heading + 1).find(({ kind }) => kind === 'section')?.line ?? lines.length;
}
