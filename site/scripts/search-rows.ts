import { rowsOf, type SearchTable, type TableRow } from '#src/search/search-table.ts';
import { type IndexPlace, SearchRefusal } from './search-engine.ts';

/** A record, and which bundle of the index has it. */
export interface IndexRow extends TableRow {
  bundle: number;
}

/** The records of bundles, in the order in which Pagefind has them. */
export async function readRows({ base }: IndexPlace, paths: readonly string[]): Promise<IndexRow[]> {
  const tables = await Promise.all(paths.map((path) => readTable(`${base}${path}/records.json`)));
  return tables.flatMap((table, bundle) => rowsOf(table).map((row) => ({ ...row, bundle })));
}

async function readTable(address: string): Promise<SearchTable> {
  const response = await fetch(address);
  if (!response.ok) throw new SearchRefusal('failed', 'The search index is incomplete.');
  return response.json();
}
