import { chunksOf } from './words.ts';

/** A stretch of text that matched or did not. */
export interface Run {
  text: string;
  isFound: boolean;
}

/** Longer chunks are cut: no word is this long, and one line must not fill the page. */
const LONGEST_CHUNK = 160;
/** Chunks to keep before the first match if the text is cut there. */
const LEAD = 6;

/**
 * At most `limit` chunks of a text as runs, starting shortly before the first match if that is far from the beginning.
 * Cuts are marked with an ellipsis. Punctuation around a matched word is not part of the match.
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

/** Separates the first line from the rest. A private-use character, so it has no meaning in any text. */
const LINE_END = '\ue000';

/** A record's text for the index: one line, with the end of the first line marked. */
export function indexedText(text: string): string {
  const [first = '', ...rest] = text.replaceAll(LINE_END, ' ').split('\n');
  const details = chunksOf(rest.join(' '));
  return [...chunksOf(first), ...(details.length > 0 ? [LINE_END, ...details] : [])].join(' ');
}

/** A chunk of an indexed text and its number in the index. */
export interface Chunk {
  text: string;
  at: number;
}

/** The chunks of the first line and of the rest. */
export function readIndexedText(indexed: string): { first: Chunk[]; rest: Chunk[] } {
  const chunks = chunksOf(indexed).map((text, at) => ({ text, at }));
  const end = chunks.findIndex(({ text }) => text === LINE_END);
  return end === -1 ? { first: chunks, rest: [] } : { first: chunks.slice(0, end), rest: chunks.slice(end + 1) };
}
