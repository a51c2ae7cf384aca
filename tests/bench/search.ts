import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchDocuments, searchedArchive } from '#src/index/search-documents.ts';
import { writeSearch } from '#src/index/site-search.ts';
import { openArchive } from '#src/archive/archive.ts';
import { writeArchive } from './archive-of.ts';
import { printTable } from './table.ts';

/** Sessions of about 17 events each; the last archive has an index for each quarter. */
const SESSIONS = [60, 600, 2400];

/** The time to make the index of the site's search, its files and its size. */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [['sessions', 's', 'ms per session', 'files', 'MB']];
  for (const sessions of SESSIONS) {
    const home = mkdtempSync(join(tmpdir(), 'bench-search-'));
    try {
      writeArchive(home, sessions);
      const archive = openArchive({ roots: [join(home, 'projects')], origin: 'own', watch: false });
      const sizes: number[] = [];
      const begin = performance.now();
      await writeSearch(searchDocuments(searchedArchive(archive)), (_, content) => void sizes.push(content.length));
      const took = performance.now() - begin;
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      rows.push([
        sessions,
        (took / 1000).toFixed(2),
        (took / sessions).toFixed(2),
        sizes.length,
        (bytes / 1e6).toFixed(1),
      ]);
    } finally {
      rmSync(home, { recursive: true });
    }
  }
  printTable(rows);
}
