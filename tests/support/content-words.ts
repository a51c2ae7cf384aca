/* What two short texts share, to tell whether they say the same. */

/** English, German, Spanish and French words that say nothing about a session. */
const STOP_WORDS = new Set(
  `a about after all also an and any are as at be because been before both but by can did do does done each for from had has
  have how i if in instead into is it its just let made make more need no nor not now of on one only or other our out own
  per set should so still than that the their them then there these they this to too two up use used uses using was we
  were what when where which while who why will with without would you your
  das dass dem den der des die ein eine einem einen einer für im ist mit nicht nur oder sich sind statt und von war weil
  wird zu zum zur
  con como de del el en es la las lo los más no para pero por que se sin su sus un una y
  au aux avec ce ces dans des du est et la le les leur mais ne ou pas plus pour qui sa sans se ses son sur un une`
    .trim()
    .split(/\s+/),
);

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The content words of a text: lower case, without accents, stop words and words of two letters or less, cut to their first six
 * letters so that "retries" and "retry" differ less. Scripts without spaces give pairs of characters.
 */
export function contentWords(text: string): Set<string> {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
  const words = plain.match(WORD) ?? [];
  return new Set(words.flatMap((word) => (UNSPACED.test(word) ? pairs(word) : content(word))));
}

/** How many content words two texts have in common. */
export function sharedWords(one: string, other: string): number {
  const words = contentWords(other);
  return [...contentWords(one)].filter((word) => words.has(word)).length;
}

/** The Jaccard index of the content words of two texts: how many they share, of all that occur. */
export function overlap(one: string, other: string): number {
  const all = new Set([...contentWords(one), ...contentWords(other)]).size;
  return all === 0 ? 0 : sharedWords(one, other) / all;
}

function content(word: string): string[] {
  if (STOP_WORDS.has(word) || (word.length < 3 && !/\d/.test(word))) return [];
  return [word.replace(/(?<=\p{L}{3})(?:ies|ied|es|s|ed|ing)$/u, '').slice(0, 6)];
}

function pairs(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
