import { bareWord, chunksOf, isFormOf, partsOf } from '#src/search/words.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import type { IndexRow, PagefindInstance, PagefindResult } from './search-engine.ts';

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
  readonly #rows: readonly IndexRow[];
  readonly #pagefind: PagefindInstance | null;
  readonly #numbers = new Map<string, number[]>();
  readonly #known = new Map<string, Promise<TermHits>>();

  /** `results` are Pagefind's results for all records, in the order of `rows`. */
  constructor(rows: readonly IndexRow[], pagefind: PagefindInstance | null, results: readonly PagefindResult[]) {
    this.#rows = rows;
    this.#pagefind = pagefind;
    for (const [number, { id }] of results.entries()) {
      const same = this.#numbers.get(id);
      if (same) same.push(number);
      else this.#numbers.set(id, [number]);
    }
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
    for (const result of results) {
      const number = await this.#numberOf(result);
      const bundle = this.#rows[number ?? -1]?.bundle;
      if (number === undefined || bundle === undefined) continue;
      if (!reals.has(bundle)) reals.set(bundle, await isReal(term, result));
      if (reals.get(bundle)) hits.set(number, { score: result.score, chunks: result.words });
    }
    return hits;
  }

  /** The record's number. If two bundles use the same id, the record's address decides. */
  async #numberOf({ id, data }: PagefindResult): Promise<number | undefined> {
    const [first, ...others] = this.#numbers.get(id) ?? [];
    if (first === undefined || others.length === 0) return first;
    const { raw_url: address } = await data();
    return [first, ...others].find((number) => {
      const row = this.#rows[number];
      return row && address.startsWith(sessionAddress(row.project, row.session));
    });
  }
}

/**
 * Whether Pagefind found the word itself. If no record of a bundle has the word, all results of the bundle are for the
 * longest word it starts with, such as `arch` for `architecture`; so checking one result is enough.
 */
async function isReal(term: string, { words, data }: PagefindResult): Promise<boolean> {
  if (term.startsWith('"')) return true;
  const chunks = chunksOf((await data()).content);
  return words.some((at) => isFormOf(chunks[at] ?? '', term));
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
