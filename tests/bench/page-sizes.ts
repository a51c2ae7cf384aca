import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MAIN } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { measureRun } from './measured-run.ts';
import { printTable } from './table.ts';

const SESSIONS = 3000;

interface Largest {
  pages: number;
  address: string;
  html: string;
}

/** The largest page of each type in a large archive, by its HTML. */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-page-sizes-'));
  try {
    const config = join(home, 'config');
    const site = join(home, 'site');
    writeArchive(config, SESSIONS);
    const env = { HOME: home, CLAUDE_CONFIG_DIR: config };
    measureRun([MAIN, 'build', '--no-search', '--out', site], env, join(home, 'usage.json'));
    printTable([[`${SESSIONS} sessions`, 'pages', 'kB', 'kB gzip', 'elements', 'the largest'], ...rowsOf(site)]);
  } finally {
    rmSync(home, { recursive: true });
  }
}

function rowsOf(site: string): (string | number)[][] {
  const types = new Map<string, Largest>();
  for (const file of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue;
    const address = dirname(file);
    // `sessions`, `sessions/*`, `sessions/*/*`
    const type = address.split('/').map((part, depth) => (depth === 0 ? part : '*'));
    const html = readFileSync(join(site, file), 'utf8');
    const known = types.get(type.join('/'));
    const pages = (known?.pages ?? 0) + 1;
    const larger = known && known.html.length >= html.length ? known : { address, html };
    types.set(type.join('/'), { ...larger, pages });
  }
  return [...types]
    .sort(([, a], [, b]) => b.html.length - a.html.length)
    .map(([type, { pages, address, html }]) => [
      type,
      pages,
      Math.round(Buffer.byteLength(html) / 1000),
      (gzipSync(html).length / 1000).toFixed(1),
      html.match(/<[a-z]/g)?.length ?? 0,
      address,
    ]);
}
