import { quarterOf, readRecordId } from '#src/search/record-id.ts';
import { type TextFile, textFileName } from '#src/search/record-texts.ts';
import { rowsOf, type SearchTable, type TableRow } from '#src/search/search-table.ts';
import { type IndexPlace, SearchRefusal } from './search-engine.ts';

/** A record and the number of its bundle. */
export interface IndexRow extends TableRow {
  bundle: number;
}

/** Where the text of a record is: the address of its file, and its place there. */
interface TextPlace {
  address: string;
  at: number;
}

/** Files of texts that have been fetched, by their addresses. */
export type TextFiles = Map<string, Promise<TextFile>>;

/** The records of bundles in Pagefind's order, with their texts, which are fetched when they are read. */
export class RecordTexts {
  readonly rows: readonly IndexRow[];
  readonly #places: readonly TextPlace[];
  readonly #files: TextFiles;
  /** The first row of each quarter, and the one after its last. */
  readonly #quarters = new Map<string, { from: number; to: number }>();

  /** `files` can be shared by several indexes of the same place. */
  constructor(
    { base }: IndexPlace,
    bundles: readonly { path: string; table: SearchTable }[],
    files: TextFiles = new Map(),
  ) {
    this.#files = files;
    let from = 0;
    for (const { path, table } of bundles) {
      const to = table.texts.reduce((sum, length) => sum + length, from);
      this.#quarters.set(quarterOf(path), { from, to });
      from = to;
    }
    this.rows = bundles.flatMap(({ table }, bundle) => rowsOf(table).map((row) => ({ ...row, bundle })));
    this.#places = bundles.flatMap(({ path, table }) =>
      table.texts.flatMap((length, index) => {
        const address = `${base}${path}/${textFileName(index)}`;
        return Array.from({ length }, (_, at) => ({ address, at }));
      }),
    );
    if (this.#places.length !== this.rows.length) throw new SearchRefusal('failed', 'The search index is incomplete.');
  }

  /**
   * The number of the record with this id; undefined if it is in another quarter. Throws a SearchRefusal if its quarter has
   * no such record.
   */
  numberOf(id: string): number | undefined {
    const { quarter, number } = readRecordId(id);
    const place = this.#quarters.get(quarter);
    if (!place) return undefined;
    if (number < place.to - place.from) return place.from + number;
    throw new SearchRefusal('failed', 'The search index is incomplete.');
  }

  /** The anchor and the indexed text of a record. Throws a SearchRefusal if the index was replaced in the meantime. */
  async read(number: number): Promise<TextFile[number]> {
    const place = this.#places[number];
    const found = place && (await this.#file(place.address))[place.at];
    if (!found) throw new SearchRefusal('failed', 'The search index is incomplete.');
    return found;
  }

  #file(address: string): Promise<TextFile> {
    const known = this.#files.get(address);
    if (known) return known;
    const file = fetchFile(address);
    this.#files.set(address, file);
    file.catch(() => this.#files.delete(address));
    return file;
  }
}

async function fetchFile(address: string): Promise<TextFile> {
  const response = await fetch(address);
  if (response.ok) return response.json();
  throw new SearchRefusal('failed', 'The search index has changed since this page was opened.');
}
