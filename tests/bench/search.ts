import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { writeSearch } from '#src/node/search/write-search.ts';
import { openOutput } from '#src/node/site/site-output.ts';
import { writeArchive } from './archive-of.ts';
import { printTable } from './table.ts';

/** Sessions of about 17 events each. */
const SESSIONS = [60, 590, 1180];

/** The time to index the whole archive, and again when nothing or one quarter of a year has changed. */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [['', 'cold s', 's per 1,000 records', 'unchanged s']];
  for (const sessions of SESSIONS) {
    const home = mkdtempSync(join(tmpdir(), 'bench-search-'));
    try {
      writeArchive(home, sessions);
      const archive = openArchive({ roots: [join(home, 'projects')], origin: 'own', watch: false });
      const events = archive.snapshot.sessions.reduce((sum, { chronicle }) => sum + chronicle.events.length, 0);
      const cold = await timed(() =>
        writeSearch(archive, {
          cacheDir: join(home, 'cache'),
          output: openOutput(join(home, 'out')),
        }),
      );
      const warm = await timed(() =>
        writeSearch(archive, {
          cacheDir: join(home, 'cache'),
          output: openOutput(join(home, 'out')),
        }),
      );
      rows.push([
        `${events} events`,
        cold.toFixed(2),
        ((cold * 1000) / (events + sessions)).toFixed(2),
        warm.toFixed(2),
      ]);
    } finally {
      rmSync(home, { recursive: true });
    }
  }
  printTable(rows);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
