/**
 * Names and queries in the form in which they are compared: lower case, without accents, with a space for each separator.
 * Each character keeps its place, so that what is found in the folded name can be marked in the name itself.
 *
 *     foldName('lar/30-Zürich')  // 'lar 30 zurich'
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().replace(SEPARATOR, ' ');
  return Array.from({ length: name.length }, (_, at) => foldUnit(name.charAt(at))).join('');
}

/** The words of a query, folded; all of them must match. */
export function wordsOf(query: string): string[] {
  const words = query.split(/\s+/).map((word) => foldName(word.normalize('NFC')).trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

const ASCII = /^[\u0000-\u007f]*$/;
/** Everything but letters, digits and the characters that are part of words in search. */
const SEPARATOR = /[^a-z0-9$#+]/g;

function foldUnit(unit: string): string {
  if (unit <= '\u007f') return unit.toLowerCase().replace(SEPARATOR, ' ');
  const base = unit.normalize('NFD').charAt(0).toLowerCase();
  if (base.length !== 1) return unit;
  return /[\p{P}\p{Z}\p{C}]/u.test(base) && !/[\ud800-\udfff]/.test(base) ? ' ' : base;
}

/** How a word was found in a name. */
export const FOUND = { not: 0, inside: 1, start: 2, whole: 3 } as const;
export type FoundAs = (typeof FOUND)[keyof typeof FOUND];

/** Shorter words would be found inside of almost every name, but for those of scripts without spaces. */
const LEAST_INSIDE = 3;

/** The best way in which a folded word is in a folded name: as a word, at the start of one, or inside of one. */
export function findIn(folded: string, word: string): FoundAs {
  let best: FoundAs = FOUND.not;
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    if (isInWord(folded, at - 1)) {
      if (word.length >= LEAST_INSIDE || !ASCII.test(word)) best = Math.max(best, FOUND.inside) as FoundAs;
    } else if (!isInWord(folded, at + word.length)) return FOUND.whole;
    else best = FOUND.start;
  }
  return best;
}

/** `#30` begins with a word as `(30` does. */
const NO_PART_OF_WORDS = ' $#+';

function isInWord(folded: string, at: number): boolean {
  const unit = folded.charAt(at);
  return unit !== '' && !NO_PART_OF_WORDS.includes(unit);
}

/** A stretch of a name that matched or did not. */
export interface NameRun {
  text: string;
  isFound: boolean;
}

/** A name in runs: where the words of a query are, as they would be found. */
export function runsOf(name: string, words: readonly string[]): NameRun[] {
  const folded = foldName(name);
  const found = new Uint8Array(name.length);
  for (const word of words) {
    const best = findIn(folded, word);
    if (best === FOUND.not) continue;
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
      if (best === FOUND.inside || !isInWord(folded, at - 1)) found.fill(1, at, at + word.length);
  }
  const runs: NameRun[] = [];
  for (let from = 0; from < name.length; ) {
    let to = from + 1;
    while (to < name.length && found[to] === found[from]) to++;
    runs.push({ text: name.slice(from, to), isFound: found[from] === 1 });
    from = to;
  }
  return runs;
}
