import { memoised } from '#src/value/memo.ts';
import { admits } from './admits.ts';
import type { Query } from './query.ts';
import type { SearchRecord } from './record.ts';
import { type FoldedText, foldText, hasPhrase, hasWord } from './words.ts';

/** Whether a record is what the query asks for. */
export function matches(query: Query, record: SearchRecord): boolean {
  return admits(query, record) && matchesText(query, foldText(record.text));
}

/** Whether a text has all words and phrases of a query, and none that it excludes. */
export function matchesText(query: Query, text: FoldedText): boolean {
  const { words, phrases, without } = foldedQuery(query);
  return (
    words.every((word) => hasWord(text, word)) &&
    phrases.every((phrase) => hasPhrase(text, phrase)) &&
    !without.some((phrase) => hasPhrase(text, phrase))
  );
}

/** The words of a query as `foldText` has them. */
export const foldedQuery = memoised((query: Query): Pick<Query, 'words' | 'phrases' | 'without'> => {
  const fold = (texts: readonly string[]) => texts.map((text) => foldText(text).text);
  return { words: fold(query.words), phrases: fold(query.phrases), without: fold(query.without) };
});
