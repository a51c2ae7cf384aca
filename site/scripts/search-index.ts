/**
 * Search in the browser. Words are looked up in the files of the index; filtering, counting and grouping happen here, with
 * the same code as on the command line.
 *
 *     const { whole } = await openIndex();
 *     const { found } = await whole.find(query);
 */

import { type Chunk, readIndexedText } from '#src/search/excerpt.ts';
import { admits, countFacets, type FacetCounts } from '#src/search/facets.ts';
import { foundChunks } from '#src/search/found-chunks.ts';
import type { Query } from '#src/search/query.ts';
import { type BundleEntry, TABLE_FILE } from '#src/search/search-files.ts';
import type { SearchTable, TableRow } from '#src/search/search-table.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import { IndexFiles, readJson } from './index-files.ts';
import { type TermScores, Terms } from './search-terms.ts';
import { RecordTexts } from './search-texts.ts';

/** A record that matched. */
export interface FoundRow {
  /** The record's number in the index. */
  number: number;
  row: TableRow;
}

export interface Findings {
  /** Best first; newest first if the query has no words. */
  found: FoundRow[];
  /** How many records each choice would find. Takes longer than a search for rare words. */
  counts(): FacetCounts;
  /** All records. */
  rows: readonly TableRow[];
}

/** A record's address, its text, and the numbers of the chunks that match a query. */
export interface RecordText {
  address: string;
  first: Chunk[];
  rest: Chunk[];
  matching: ReadonlySet<number>;
}

/** The newest period can be searched before the others are loaded: it is small, and most searches are for recent events. */
export interface OpenedIndex {
  newest: OpenIndex;
  /** All periods. */
  whole: OpenIndex;
}

/** Opens the index. Throws a SearchRefusal if it is missing, damaged or could not be built. */
export async function openIndex(files = new IndexFiles()): Promise<OpenedIndex> {
  const { bundles } = await files.manifest();
  const whole = new OpenIndex(files, bundles);
  return { newest: bundles.length === 1 ? whole : new OpenIndex(files, bundles.slice(0, 1)), whole };
}

/** Bundles of the index, whose files are fetched as they are needed. */
export class OpenIndex {
  readonly #files: IndexFiles;
  readonly #entries: readonly BundleEntry[];
  readonly #terms: Terms;
  #texts: Promise<RecordTexts> | undefined;

  constructor(files: IndexFiles, entries: readonly BundleEntry[]) {
    this.#files = files;
    this.#entries = entries;
    this.#terms = new Terms(files, entries);
  }

  async find(query: Query): Promise<Findings> {
    const [{ rows }, required, excluded] = await Promise.all([
      this.#records(),
      Promise.all([
        ...query.words.map((word) => this.#terms.word(word)),
        ...query.phrases.map((phrase) => this.#terms.phrase(phrase)),
      ]),
      Promise.all(query.without.map((text) => this.#terms.phrase(text))),
    ]);
    const withText = matching(rows, required, excluded);
    return { found: admitted(query, withText), counts: () => countFacets(query, rowsIn(withText)), rows };
  }

  /** The text of a record, as a query finds it. Throws a SearchRefusal if the index has been replaced since it was opened. */
  async read({ number, row }: FoundRow, query: Query): Promise<RecordText> {
    const [anchor, text] = await (await this.#records()).read(number);
    const address = sessionAddress(row.project, row.session, anchor === '' ? undefined : anchor);
    return { address, ...readIndexedText(text), matching: foundChunks(text, query) };
  }

  #records(): Promise<RecordTexts> {
    this.#texts ??= this.#readTables();
    return this.#texts;
  }

  async #readTables(): Promise<RecordTexts> {
    const bundles = this.#entries.map(async (entry) => {
      const table = await this.#files.read(`${entry.path}/${TABLE_FILE}`, readJson<SearchTable>);
      return { entry, table };
    });
    return new RecordTexts(this.#files, await Promise.all(bundles));
  }
}

/** Records by how well they match, in the order of the index. */
type Matching = ReadonlyMap<number, FoundRow[]>;

/** The records that match all required terms and no excluded one; all records without a term. */
function matching(
  rows: readonly TableRow[],
  required: readonly TermScores[],
  excluded: readonly TermScores[],
): Matching {
  const found = new Map<number, FoundRow[]>();
  for (const [number, row] of rows.entries()) {
    let score = 0;
    const isIn = (scores: TermScores) => (scores[number] ?? 0) > 0;
    if (!required.every(isIn) || excluded.some(isIn)) continue;
    for (const scores of required) score += scores[number] ?? 0;
    // There are far fewer scores than records.
    const equal = found.get(score);
    if (equal) equal.push({ number, row });
    else found.set(score, [{ number, row }]);
  }
  return found;
}

function* rowsIn(matching: Matching): Generator<TableRow> {
  for (const equal of matching.values()) for (const { row } of equal) yield row;
}

/** The records that pass the filters of a query, best first. */
function admitted(query: Query, matching: Matching): FoundRow[] {
  const known = new Map<TableRow, boolean>();
  const isAdmitted = ({ row }: FoundRow) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const now = admits(query, row);
    known.set(row, now);
    return now;
  };
  const scores = [...matching.keys()].sort((a, b) => b - a);
  return scores.flatMap((score) => (matching.get(score) ?? []).filter(isAdmitted));
}
