import { bareWord, chunksOf, isFormOf, partsOf } from '#src/search/words.ts';
import type { PagefindInstance } from './search-engine.ts';
import type { RecordTexts } from './search-texts.ts';

/** The hits for one word, by record number. */
export type TermHits = ReadonlyMap<number, TermHit>;

interface TermHit {
  score: number;
  /** The numbers of the matching chunks. */
  chunks: readonly number[];
}

/** Words to cache: typing repeats them, and the hits of a common word in 20,000 records take a few hundred kB. */
const CACHED = 32;

/** Finds the records that contain a word or phrase, with Pagefind. */
export class Terms {
  readonly #texts: RecordTexts;
  readonly #pagefind: PagefindInstance | null;
  readonly #known = new Map<string, Promise<TermHits>>();

  constructor(texts: RecordTexts, pagefind: PagefindInstance | null) {
    this.#texts = texts;
    this.#pagefind = pagefind;
  }

  /**
   * The records with a word, or with all parts of a name in one chunk: Pagefind does not find `no_push` in
   * `feedback_no_push.md`.
   */
  async word(word: string): Promise<TermHits> {
    const parts = partsOf(word);
    const whole = await this.#hits(bareWord(word));
    if (parts.length < 2) return whole;
    const inOnePlace = together(await Promise.all(parts.map((part) => this.#hits(part))));
    return new Map([...inOnePlace, ...whole]);
  }

  /** The records that contain an exact phrase. */
  phrase(text: string): Promise<TermHits> {
    return this.#hits(`"${chunksOf(text).map(bareWord).join(' ')}"`);
  }

  #hits(term: string): Promise<TermHits> {
    const known = this.#known.get(term);
    if (known) return known;
    const hits = this.#search(term);
    this.#known.set(term, hits);
    const [oldest] = this.#known.keys();
    if (this.#known.size > CACHED && oldest !== undefined) this.#known.delete(oldest);
    return hits;
  }

  async #search(term: string): Promise<TermHits> {
    const { results } = (await this.#pagefind?.search(term)) ?? { results: [] };
    const hits = new Map<number, TermHit>();
    // Each bundle is searched by itself, so one may have the word and another only a prefix of it.
    const reals = new Map<number, boolean>();
    for (const { id, score, words } of results) {
      const number = this.#texts.numberOf(id);
      const bundle = this.#texts.rows[number ?? -1]?.bundle;
      if (number === undefined || bundle === undefined) continue;
      const isReal = reals.get(bundle) ?? (isPhrase(term) || (await this.#hasWord(number, term, words)));
      reals.set(bundle, isReal);
      if (isReal) hits.set(number, { score, chunks: words });
    }
    return hits;
  }

  /**
   * Whether a record has the word itself in one of these chunks. If no record of a bundle has the word, all results of the
   * bundle are for the longest word it starts with, such as `arch` for `architecture`; so checking one result is enough.
   */
  async #hasWord(number: number, word: string, places: readonly number[]): Promise<boolean> {
    const [, text] = await this.#texts.read(number);
    const chunks = chunksOf(text);
    return places.some((at) => isFormOf(chunks[at] ?? '', word));
  }
}

function isPhrase(term: string): boolean {
  return term.startsWith('"');
}

/** The records that have all terms in the same chunk. */
function together(terms: readonly TermHits[]): TermHits {
  return terms.reduce((before, term) => {
    const both = new Map<number, TermHit>();
    for (const [number, hit] of before) {
      const other = term.get(number);
      const chunks = hit.chunks.filter((at) => other?.chunks.includes(at));
      if (other && chunks.length > 0) both.set(number, { score: hit.score + other.score, chunks });
    }
    return both;
  });
}
