import { chunksOf } from './words.ts';

/** A run of text, found or not. */
export interface Run {
  text: string;
  isFound: boolean;
}

/** A chunk longer than this is cut: no word of a language is, and one line must not fill the page. */
const LONGEST_CHUNK = 160;
/** So many chunks stand before the first found one where the text is cut. */
const LEAD = 6;

/**
 * At most `limit` chunks of a text as runs, from a few before the first found one if that stands too far back.
 * What is cut shows as an ellipsis. Punctuation around a found word is not part of it.
 */
export function excerptOf(chunks: readonly Chunk[], found: ReadonlySet<number>, limit: number): Run[] {
  const firstFound = chunks.findIndex(({ at }) => found.has(at));
  const from = firstFound < limit ? 0 : Math.max(0, Math.min(firstFound - LEAD, chunks.length - limit));
  const shown = chunks.slice(from, from + limit);
  const runs = shown.flatMap((chunk, index) => [
    ...(index === 0 ? [] : [plain(' ')]),
    ...(found.has(chunk.at) ? foundRuns(cut(chunk.text)) : [plain(cut(chunk.text))]),
  ]);
  return joined([...(from > 0 ? [plain('… ')] : []), ...runs, ...(from + limit < chunks.length ? [plain(' …')] : [])]);
}

const EDGES = /^([^\p{L}\p{N}_$#+]*)(.*?)([^\p{L}\p{N}_$#+]*)$/su;

function foundRuns(text: string): Run[] {
  const [, before = '', word = '', after = ''] = EDGES.exec(text) ?? [];
  if (word === '') return [{ text, isFound: true }];
  return [plain(before), { text: word, isFound: true }, plain(after)];
}

function plain(text: string): Run {
  return { text, isFound: false };
}

function cut(text: string): string {
  return text.length > LONGEST_CHUNK ? `${Array.from(text).slice(0, LONGEST_CHUNK).join('')}…` : text;
}

function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (run.text === '') continue;
    if (last && !last.isFound && !run.isFound) last.text += run.text;
    else result.push({ ...run });
  }
  return result;
}

/** Stands between the first line and the rest; a character for private use, so no text has a meaning for it. */
const LINE_END = '\ue000';

/** A record's text as it is indexed: one line, as Pagefind keeps it, in which the first line can still be told. */
export function indexedText(text: string): string {
  const [first = '', ...rest] = text.replaceAll(LINE_END, ' ').split('\n');
  const details = chunksOf(rest.join(' '));
  return [...chunksOf(first), ...(details.length > 0 ? [LINE_END, ...details] : [])].join(' ');
}

/** One chunk of an indexed text, with the number by which the index names it. */
export interface Chunk {
  text: string;
  at: number;
}

/** The chunks of the first line, and those of the rest. */
export function readIndexedText(indexed: string): { first: Chunk[]; rest: Chunk[] } {
  const chunks = chunksOf(indexed).map((text, at) => ({ text, at }));
  const end = chunks.findIndex(({ text }) => text === LINE_END);
  return end === -1 ? { first: chunks, rest: [] } : { first: chunks.slice(0, end), rest: chunks.slice(end + 1) };
}
