import { TOPIC_WORDS } from './topic-words.ts';

/** A topic that a text is about, and where its words stand among the text's words. */
export interface Mention {
  topic: string;
  at: number;
  length: number;
}

/** The topics that these words, in lower case and in their order, are about. Of two phrases the longer one counts. */
export function mentions(words: readonly string[]): Mention[] {
  const found: Mention[] = [];
  for (const [at, word] of words.entries()) {
    const phrase = phrases.get(word)?.find(({ rest }) => rest.every((next, index) => words[at + 1 + index] === next));
    if (phrase) found.push({ topic: phrase.topic, at, length: phrase.rest.length + 1 });
    else if (word.length >= SHORTEST_BEGINNING) {
      const beginning = beginnings.find(({ letters }) => word.startsWith(letters));
      if (beginning) found.push({ topic: beginning.topic, at, length: 1 });
    }
  }
  return found;
}

const entries = Object.entries(TOPIC_WORDS).flatMap(([topic, words]) =>
  words.split(' ').map((word) => ({ topic, word })),
);
const beginnings = entries
  .filter(({ word }) => word.endsWith('*'))
  .map(({ topic, word }) => ({ topic, letters: word.slice(0, -1) }));
const SHORTEST_BEGINNING = Math.min(...beginnings.map(({ letters }) => letters.length));
/** Phrases by their first word, the longest first. */
const phrases = new Map<string, { topic: string; rest: string[] }[]>();
for (const { topic, word } of entries) {
  const [first = '', ...rest] = word.split('_');
  const same = [...(phrases.get(first) ?? []), { topic, rest }];
  phrases.set(
    first,
    same.sort((a, b) => b.rest.length - a.rest.length),
  );
}
