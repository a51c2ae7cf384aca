import type { Query } from './query.ts';
import { isInPhrase, keysOf, phraseWords, WantedWord } from './word-keys.ts';
import { chunkParts, chunksOf } from './words.ts';

/** The numbers of the chunks of an indexed text in which the words and phrases of a query are. */
export function foundChunks(text: string, { words, phrases }: Pick<Query, 'words' | 'phrases'>): Set<number> {
  const chunks = [...chunksOf(text).entries()].flatMap(([at, chunk]) => {
    const keys = keysOf(chunkParts(chunk));
    return keys.length > 0 ? [{ at, keys }] : [];
  });
  const wanted = words.map((word) => new WantedWord(word));
  const ofWords = chunks.filter(({ keys }) => keys.some((key) => wanted.some((word) => word.likeness(key) > 0)));
  const ofPhrases = phrases.map(phraseWords).flatMap((phrase) =>
    chunks
      .map((_, from) => chunks.slice(from, from + phrase.length))
      .filter((run) => run.length === phrase.length)
      .filter((run) => run.every(({ keys }, at) => keys.some((key) => isInPhrase(key, phrase, at))))
      .flat(),
  );
  return new Set([...ofWords, ...ofPhrases].map(({ at }) => at));
}
