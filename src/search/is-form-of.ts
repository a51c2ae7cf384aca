import { foldText } from './words.ts';

/** What English adds to a word without making another of it. */
const ENDINGS = /^(?:e|y|s|es|d|ed|ies|ied|ing|ings|er|ers|ly|ion|ions|ation|ations|ment|ments|ness|al|able)?$/;
/** Less in common than this, and it is chance. */
const LEAST = 2;

/** Whether a word of `text`, or a part of one, begins with `word` or with its stem: `migrated` and `migrating`. */
export function isFormOf(text: string, word: string): boolean {
  const { text: folded, starts } = foldText(text);
  const wanted = foldText(word).text;
  return [...starts].some((start) => {
    const common = commonLength(folded.slice(start), wanted);
    return common === wanted.length || (common >= LEAST && isEnding(wanted, common));
  });
}

/** Also with the letter before it doubled: `stopping` is `stop` and an ending. */
function isEnding(word: string, at: number): boolean {
  const isDoubled = word[at] === word[at - 1];
  return ENDINGS.test(word.slice(at)) || (isDoubled && ENDINGS.test(word.slice(at + 1)));
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length++;
  return length;
}
