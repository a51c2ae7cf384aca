/**
 * The words of a text as an index needs them to find what `hasWord` and `hasPhrase` find: from each place where a word or a
 * part of one starts, every stretch that ends with a part.
 *
 *     stretchesOf('Wrote no_push.md').words  // wrote no no_ no_push no_pushmd push pushmd md
 *
 * A text has a word if one of these begins with it, and has it as a whole word if one of these is it.
 */
import { chunksOf, foldText } from '../search/words.ts';

/** A longer stretch is cut (UTF-16 units): a word that is longer has to be looked for in the text itself. */
export const LONGEST_STRETCH = 64;
/** How many words are kept ready. */
const MOST_KNOWN = 50_000;

interface Stretches {
  /** Each once, separated by spaces. */
  words: string;
  /** The first word, folded and cut. */
  first: string;
}

const known = new Map<string, readonly string[]>();

/** All stretches of a text. */
export function stretchesOf(text: string): Stretches {
  const all = new Set<string>();
  let first = '';
  for (const chunk of new Set(chunksOf(text))) {
    const stretches = stretchesOfChunk(chunk);
    first ||= stretches.at(0) ?? '';
    for (const each of stretches) all.add(each);
  }
  return { words: [...all].join(' '), first };
}

function stretchesOfChunk(chunk: string): readonly string[] {
  const ready = known.get(chunk);
  if (ready) return ready;
  const found = newStretches(chunk);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(chunk, found);
  return found;
}

/** The whole chunk is the first. */
function newStretches(chunk: string): readonly string[] {
  const { text, parts, starts } = foldText(chunk);
  const found: string[] = [];
  for (const start of starts) {
    const end = Math.min(text.length, start + LONGEST_STRETCH);
    found.push(text.slice(start, end));
    for (let at = start + 1; at < end; at++) if (parts.has(at) || text[at] === '_') found.push(text.slice(start, at));
  }
  return found;
}
