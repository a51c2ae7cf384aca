import type { TextFile } from '#src/search/record-texts.ts';
import { type BundleEntry, textsFileName } from '#src/search/search-files.ts';
import { rowsOf, type SearchTable, type TableRow } from '#src/search/search-table.ts';
import { type IndexFiles, readJson, SearchRefusal } from './index-files.ts';

/** The records of bundles in the order of the index, with their texts, which are fetched when they are read. */
export class RecordTexts {
  readonly rows: readonly TableRow[];
  readonly #files: IndexFiles;
  /** The first record of each file of texts. */
  readonly #starts: number[] = [];
  readonly #paths: string[] = [];

  constructor(files: IndexFiles, bundles: readonly { entry: BundleEntry; table: SearchTable }[]) {
    this.#files = files;
    let from = 0;
    for (const { entry, table } of bundles) {
      for (const [number, length] of table.texts.entries()) {
        this.#starts.push(from);
        this.#paths.push(`${entry.path}/${textsFileName(number)}`);
        from += length;
      }
    }
    this.rows = bundles.flatMap(({ table }) => rowsOf(table));
    if (this.rows.length !== from) throw new SearchRefusal('failed', 'The search index is incomplete.');
  }

  /** The anchor and the indexed text of a record. Throws a SearchRefusal if the index was replaced in the meantime. */
  async read(number: number): Promise<TextFile[number]> {
    const file = this.#starts.findLastIndex((start) => start <= number);
    const texts = await this.#files.read(this.#paths[file] ?? '', readJson<TextFile>);
    const found = texts[number - (this.#starts[file] ?? 0)];
    if (!found) throw new SearchRefusal('failed', 'The search index is incomplete.');
    return found;
  }
}
