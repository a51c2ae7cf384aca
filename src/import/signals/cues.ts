/**
 * Looks for phrases among the words of a sentence. A table of their first words is many times faster than an alternation,
 * which tries each phrase at each letter.
 */

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*/gu;
/** The beginning of a sentence tells what it is. */
const READ = 400;

let last = { text: '', words: [] as readonly string[] };

/** The words of a sentence in lower case. The words of the last one are kept, since several tables ask for them. */
export function spokenWords(text: string): readonly string[] {
  if (text === last.text) return last.words;
  const plain = text.slice(0, READ).toLowerCase().replaceAll('’', "'");
  last = { text, words: plain.match(WORD) ?? [] };
  return last.words;
}

/** Phrases of any length. One that ends in `*` also matches longer last words: `kein*`. */
export class Cues {
  readonly #byFirst = new Map<string, string[][]>();
  readonly #beginnings: string[] = [];

  /** Each text lists the phrases of a language, separated by `|`. */
  constructor(...lists: readonly string[]) {
    for (const phrase of lists.flatMap((list) => list.split('|'))) {
      const words = phrase.split(' ');
      const [first = ''] = words;
      if (words.length === 1 && first.endsWith('*')) this.#beginnings.push(first.slice(0, -1));
      else this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), words]);
    }
  }

  /** Whether a text has one of the phrases. */
  in(text: string): boolean {
    return this.count(text, 1) > 0;
  }

  /** How many of the phrases a text has, up to `most`. */
  count(text: string, most = 3): number {
    const words = spokenWords(text);
    let found = 0;
    for (let at = 0; at < words.length && found < most; at++) if (this.#isAt(words, at)) found++;
    return found;
  }

  #isAt(words: readonly string[], at: number): boolean {
    const word = words[at] ?? '';
    const phrases = this.#byFirst.get(word);
    if (phrases?.some((phrase) => phrase.every((part, index) => isPart(words[at + index], part)))) return true;
    return this.#beginnings.some((beginning) => word.startsWith(beginning));
  }
}

function isPart(word: string | undefined, part: string): boolean {
  if (word === undefined) return false;
  return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
}
