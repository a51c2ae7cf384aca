/**
 * MEMORY.md, the index that Claude Code loads into each session: one line per memory, and only the first 200 lines and
 * 25,000 bytes of it (2.1.329).
 *
 *     - [Money in cents](feedback_money.md) — amounts are integers
 */
import { grouped } from '#src/lib/grouped.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { counted } from '#src/lib/text/day.ts';
import type { MemoryText, ProposalAction } from './memory-text.ts';

export const INDEX_LINES = 200;
export const INDEX_BYTES = 25_000;
const LIMITS = { lines: INDEX_LINES, bytes: INDEX_BYTES };

/** A line of the index that links a memory. */
export interface IndexEntry {
  /** From 1. */
  line: number;
  title: string;
  /** `feedback_money.md`. */
  file: string;
  /** What follows the link, without the dash. */
  hook: string;
  /** The line is only the link and its hook. Other list items that link the file count too, but are never rewritten. */
  isCanonical: boolean;
}

const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const ADDRESS = /\]\((?:\.\/)?([^()\s/\\]+\.md)\)/;
const EVERY_LINK = new RegExp(`(?<!!)\\[([^[\\]]*)${ADDRESS.source}`, 'g');
const ENTRY = new RegExp(
  `(${BULLET.source})\\[([^\\]]*)${ADDRESS.source}(?:[ \\t]*$|[ \\t]*[-\\u2013\\u2014:]+[ \\t]*(.*)$|[ \\t]+([^[\\s].*)$)`,
  'u',
);

/** The entries of an index, in order. Other lines are ignored. */
export function indexEntries(text: string): IndexEntry[] {
  return linesOf(text).flatMap((line, i) => entriesIn(line, i + 1));
}

function entriesIn(text: string, line: number): IndexEntry[] {
  const [, , title = '', file, after, words] = ENTRY.exec(text) ?? [];
  if (file !== undefined)
    return [{ line, title, file: decoded(file), hook: (after ?? words ?? '').trim(), isCanonical: true }];
  if (!BULLET.test(text)) return [];
  return [...text.matchAll(EVERY_LINK)].map(([, word = '', name = '']) => ({
    line,
    title: word,
    file: decoded(name),
    hook: '',
    isCanonical: false,
  }));
}

/** The size of an index. `past` is the number of lines that are not loaded. */
export function indexSize(text: string): { lines: number; bytes: number; past: number } {
  const lines = linesOf(text);
  let bytes = 0;
  let loaded = 0;
  for (const line of lines) {
    bytes += byteLength(line) + 1;
    if (loaded < INDEX_LINES && bytes <= INDEX_BYTES + 1) loaded++;
  }
  return { lines: lines.length, bytes: byteLength(text), past: lines.length - loaded };
}

/**
 * The index with the entry of a file, added at the end or replacing the existing one. An entry of another form stays as a
 * person wrote it. All other lines are kept.
 */
export function withEntry(text: string, { title, file, hook }: Pick<IndexEntry, 'title' | 'file' | 'hook'>): string {
  const entry = `[${plain(title).replace(/[[\]]/g, '')}](${encoded(file)})${hook === '' ? '' : ` \u2014 ${plain(hook)}`}`;
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const known = indexEntries(text).filter((each) => each.file === file);
  if (known.length === 0) return `${text === '' || text.endsWith('\n') ? text : text + eol}- ${entry}${eol}`;
  const written = known.find(({ isCanonical }) => isCanonical);
  if (!written) return text;
  const lines = text.split(/(?<=\n)/);
  const before = lines[written.line - 1] ?? '';
  const bullet = BULLET.exec(before)?.[0] ?? '- ';
  lines[written.line - 1] = bullet + entry + (/\r?\n$/.exec(before)?.[0] ?? '');
  return lines.join('');
}

/** The index without the lines that link a file. A line that also links another memory stays. */
export function withoutEntry(text: string, file: string): string {
  const entries = indexEntries(text);
  const shared = new Set(entries.flatMap((entry) => (entry.file === file ? [] : [entry.line])));
  const gone = new Set(
    entries.flatMap((entry) => (entry.file === file && !shared.has(entry.line) ? [entry.line] : [])),
  );
  return text
    .split(/(?<=\n)/)
    .filter((_, i) => !gone.has(i + 1))
    .join('');
}

/** The effect of a change on MEMORY.md. */
export interface IndexPlan {
  /** The whole text after the change; null for no file. */
  text: string | null;
  /** Removed and added lines; both empty if nothing changes. */
  removed: string[];
  added: string[];
}

interface IndexChange {
  action: ProposalAction;
  file: string;
  /** The memory before and after; null for none. */
  before: MemoryText | null;
  after: MemoryText | null;
  /** The current MEMORY.md; null if there is none. */
  index: string | null;
}

/**
 * The index after a change: a deleted file has no entry, every other file has one. The text of an existing entry is only
 * rewritten if the memory's description changed, since a person may have written it.
 */
export function planIndex({ action, file, before, after, index }: IndexChange): IndexPlan {
  const text = index ?? '';
  const known = indexEntries(text).find((entry) => entry.file === file);
  if (action === 'DELETE' || !after)
    return known ? planned(index, withoutEntry(text, file), file) : planned(index, index, file);
  if (known && before?.description === after.description) return planned(index, index, file);
  const title = known?.title || titleOf(after.name, file);
  return planned(index, withEntry(text, { title, file, hook: after.description }), file);
}

/** Why a change of the index is refused, in sentences, or null. An index that is already too long may not grow. */
export function indexRefusal(before: string | null, after: string | null): string | null {
  const [old, young] = [indexSize(before ?? ''), indexSize(after ?? '')];
  if (young.past === 0 || (young.lines <= old.lines && young.bytes <= old.bytes)) return null;
  return `MEMORY.md would have ${sizeOf(young)}, but Claude Code loads only ${sizeOf(LIMITS)}: it would lose ${counted(young.past, 'line')}. Shorten or delete other memories first; chronicle memory audit suggests which.`;
}

function sizeOf({ lines, bytes }: { lines: number; bytes: number }): string {
  return `${grouped(lines)} lines and ${grouped(bytes)} bytes`;
}

function planned(before: string | null, text: string | null, file: string): IndexPlan {
  const [old, young] = [ownLines(before, file), ownLines(text, file)];
  return {
    text,
    removed: old.filter((line) => !young.includes(line)),
    added: young.filter((line) => !old.includes(line)),
  };
}

/** `money-in-cents` is "Money in cents". */
function titleOf(name: string, file: string): string {
  return capitalised((name || file.replace(/\.md$/, '')).replace(/[-_]+/g, ' ').trim());
}

interface UndoneChange {
  file: string;
  /** MEMORY.md before and after the change; null for none. */
  before: string | null;
  after: string | null;
  /** Whether the memory is gone once the change is undone. */
  isGone: boolean;
}

/**
 * The index with a change's own entry undone and all other lines unchanged: an entry that it wrote is removed with its memory or
 * gets its old words, and one that it removed comes back. One that somebody has reworded since stays, unless its memory is gone.
 */
export function restoredIndex(index: string | null, { file, before, after, isGone }: UndoneChange): string | null {
  if (isGone) return index === null ? null : withoutEntry(index, file);
  const entryIn = (text: string | null) => indexEntries(text ?? '').find((entry) => entry.file === file);
  const [old, young, current] = [entryIn(before), entryIn(after), entryIn(index)];
  const isReworded = current !== undefined && (current.title !== young?.title || current.hook !== young?.hook);
  return !old || isReworded ? index : withEntry(index ?? '', old);
}

/** The lines that point to a file, without line breaks. */
function ownLines(text: string | null, file: string): string[] {
  const lines = (text ?? '').split(/(?<=\n)/).map(wordsOf);
  const numbers = new Set(indexEntries(text ?? '').flatMap((entry) => (entry.file === file ? [entry.line] : [])));
  return lines.filter((_, i) => numbers.has(i + 1));
}

function wordsOf(line: string): string {
  return line.replace(/\r?\n$/, '');
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A link's address must not contain spaces or brackets. */
function encoded(file: string): string {
  return encodeURI(file).replaceAll('(', '%28').replaceAll(')', '%29');
}

function decoded(file: string): string {
  try {
    return decodeURI(file);
  } catch {
    return file;
  }
}

/** The text as one line. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
