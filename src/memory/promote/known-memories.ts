/**
 * What memory already says about a line. A memory is compared paragraph by paragraph, each with its name and description: the
 * words of a long file would contain any line by chance.
 */

import type { MemoryText } from '../memory-text.ts';
import { rarityIn } from '../misses/likeness.ts';
import { type Features, featuresOf, isEvidence } from '../misses/miss-words.ts';

/** A memory file that a line may belong to. */
export interface KnownMemory {
  file: string;
  text: Pick<MemoryText, 'name' | 'description' | 'body' | 'fault'>;
}

/** How a line relates to memory: `said` in a memory, about the same as one (`alike`), or `new`. */
export type Relation = { is: 'new' } | { is: 'said' | 'alike'; file: string };

/** The shares of a line's words that a paragraph must have. Tuned on tests/fixtures/promote/development.json. */
const SAID_FROM = 0.9;
const ALIKE_FROM = 0.33;
/** Fewer common words are a common subject. Adding to the wrong memory is worse than a second memory. */
const SHARED_WORDS = 3;
/** Imaginary paragraphs with unique words. */
const IMAGINED = 50;
/** More than Claude Code keeps in one memory. */
const MOST_PARAGRAPHS = 200;

interface Paragraph {
  file: string;
  features: Features;
  /** Digits and words such as "not", without which a line can say the opposite. */
  marks: ReadonlySet<string>;
}

/** The memories of a project, ready to be compared with lines. */
export class KnownMemories {
  readonly #byWord = new Map<string, Set<Paragraph>>();
  readonly #rarity: (word: string) => number;

  constructor(memories: readonly KnownMemory[]) {
    const paragraphs = memories.flatMap(paragraphsOf);
    this.#rarity = rarityIn(
      paragraphs.map(({ features }) => features),
      IMAGINED,
    );
    for (const paragraph of paragraphs)
      for (const word of paragraph.features.keys()) {
        const known = this.#byWord.get(word) ?? new Set();
        this.#byWord.set(word, known.add(paragraph));
      }
  }

  /** The memory that says a line, or is most like it. */
  relationOf(line: string): Relation {
    const features = featuresOf({ text: line, details: '' });
    const lineMarks = marksIn(line);
    const near = new Set([...features.keys()].flatMap((word) => [...(this.#byWord.get(word) ?? [])]));
    let [file, most]: [string | null, number] = [null, ALIKE_FROM];
    for (const paragraph of near) {
      const { share, shared } = this.#shareOf(features, paragraph.features);
      if (share >= SAID_FROM && isSubset(lineMarks, paragraph.marks)) return { is: 'said', file: paragraph.file };
      if (shared >= SHARED_WORDS && share > most) [file, most] = [paragraph.file, share];
    }
    return file === null ? { is: 'new' } : { is: 'alike', file };
  }

  #shareOf(line: Features, memory: Features): { share: number; shared: number } {
    let [all, common, shared] = [0, 0, 0];
    for (const [word, weight] of line) {
      const length = weight * this.#rarity(word);
      all += length;
      if (!memory.has(word)) continue;
      common += length;
      if (isEvidence(word)) shared++;
    }
    return { share: all === 0 ? 0 : common / all, shared };
  }
}

function paragraphsOf({ file, text: { name, description, body, fault } }: KnownMemory): Paragraph[] {
  if (fault !== null) return [];
  const head = `${name.replaceAll('-', ' ')} ${description}`;
  const parts = body.split(/\r?\n(?:[ \t]*\r?\n|(?=[-*] ))/).slice(0, MOST_PARAGRAPHS);
  return [...new Set(['', ...parts])].map((part) => {
    const text = `${head} ${part}`;
    return { file, features: featuresOf({ text, details: '' }), marks: marksIn(text) };
  });
}

const MARK = /\d+(?:\.\d+)*|\b(?:not|no|never|cannot|without|nicht|kein\w?|nie|ohne)\b/gi;

function marksIn(text: string): Set<string> {
  return new Set((text.match(MARK) ?? []).map((mark) => (/^\d/.test(mark) ? mark : 'not')));
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((mark) => whole.has(mark));
}
