/**
 * Search in the browser. Pagefind finds the records that have a word; filtering, counting and grouping happen here, with
 * the same code as on the command line.
 *
 *     const { whole } = await openIndex({ base: '/pagefind/', load: (address) => import(address) });
 *     const { found } = await (await whole()).find(query);
 */

import { type Chunk, readIndexedText } from '#src/search/excerpt.ts';
import { admits, countFacets, type FacetCounts } from '#src/search/facets.ts';
import type { Query } from '#src/search/query.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import {
  type IndexPlace,
  mergeBundles,
  openPagefind,
  type PagefindInstance,
  readManifest,
  readTables,
} from './search-engine.ts';
import { type TermHits, Terms } from './search-terms.ts';
import { type IndexRow, RecordTexts, type TextFiles } from './search-texts.ts';

/** A record that matched, and its matching chunks. */
export interface FoundRow {
  /** The record's number in the index. */
  number: number;
  row: IndexRow;
  chunks: ReadonlySet<number>;
}

export interface Findings {
  /** Best first; newest first if the query has no words. */
  found: FoundRow[];
  /** How many records each choice would find. */
  counts: FacetCounts;
}

/** A record's text and address. */
export interface RecordText {
  address: string;
  first: Chunk[];
  rest: Chunk[];
}

/** The newest quarter can be searched before the others are loaded: it is small, and most searches are for recent events. */
export interface OpenedIndex {
  newest: OpenIndex;
  /** All quarters. The first call fetches them; do not use `newest` afterwards. */
  whole(): Promise<OpenIndex>;
}

/** Opens the index. Throws a SearchRefusal if it is missing, damaged or could not be built. */
export async function openIndex(place: IndexPlace): Promise<OpenedIndex> {
  const { bundles } = await readManifest(place);
  const [first, ...others] = bundles.map(({ path }) => path);
  const empty = new OpenIndex(new RecordTexts(place, []), null);
  if (first === undefined) return { newest: empty, whole: async () => empty };
  const [pagefind, [table]] = await Promise.all([openPagefind(place, first), readTables(place, [first])]);
  const own = table ? [{ path: first, table }] : [];
  const files: TextFiles = new Map();
  const newest = new OpenIndex(new RecordTexts(place, own, files), pagefind);
  if (others.length === 0) return { newest, whole: async () => newest };
  let whole: Promise<OpenIndex> | undefined;
  const openWhole = async () => {
    const [tables] = await Promise.all([readTables(place, others), mergeBundles(place, pagefind, others)]);
    const bundles = others.flatMap((path, index) =>
      tables.slice(index, index + 1).map((each) => ({ path, table: each })),
    );
    return new OpenIndex(new RecordTexts(place, [...own, ...bundles], files), pagefind);
  };
  return {
    newest,
    whole: () => {
      whole ??= openWhole();
      return whole;
    },
  };
}

export class OpenIndex {
  readonly rows: readonly IndexRow[];
  readonly #texts: RecordTexts;
  readonly #terms: Terms;

  constructor(texts: RecordTexts, pagefind: PagefindInstance | null) {
    this.rows = texts.rows;
    this.#texts = texts;
    this.#terms = new Terms(texts, pagefind);
  }

  async find(query: Query): Promise<Findings> {
    const [required, excluded] = await Promise.all([
      Promise.all([
        ...query.words.map((word) => this.#terms.word(word)),
        ...query.phrases.map((phrase) => this.#terms.phrase(phrase)),
      ]),
      Promise.all(query.without.map((text) => this.#terms.phrase(text))),
    ]);
    const withText = this.#common(required).filter(({ number }) => !excluded.some((hits) => hits.has(number)));
    const rows = withText.map(({ row }) => row);
    const found = withText.filter(({ row }) => admits(query, row));
    return {
      found: found.sort((a, b) => b.score - a.score || a.number - b.number),
      counts: countFacets(query, rows),
    };
  }

  /** The text of a record. Throws a SearchRefusal if the index has been replaced since it was opened. */
  async read({ number, row }: FoundRow): Promise<RecordText> {
    const [anchor, text] = await this.#texts.read(number);
    const address = sessionAddress(row.project, row.session, anchor === '' ? undefined : anchor);
    return { address, ...readIndexedText(text) };
  }

  /** The records that match all terms; all records without a term. */
  #common(terms: readonly TermHits[]): (FoundRow & { score: number })[] {
    return this.rows.flatMap((row, number) => {
      const hits = terms.map((term) => term.get(number));
      if (!hits.every((hit) => hit !== undefined)) return [];
      const score = hits.reduce((sum, hit) => sum + hit.score, 0);
      return [{ row, number, score, chunks: new Set(hits.flatMap(({ chunks }) => chunks)) }];
    });
  }
}
