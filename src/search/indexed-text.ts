import { chunksOf } from './words.ts';

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
