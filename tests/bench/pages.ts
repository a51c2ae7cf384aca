/**
 * Lighthouse scores of sample pages on a phone, one of each type, and how much each moves and loads:
 *
 *     npm run bench:pages
 *
 * Lighthouse is 176 MB and used nowhere else, so npx fetches it. Pages are `noindex`, so is-crawlable is skipped.
 */

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedBrowser } from '#scripts/installed-browser.ts';
import { MAIN } from '#tests/support/root.ts';
import { printTable } from './table.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PAGES: Record<string, string> = {
  overview: '/',
  sessions: '/sessions/',
  session: '/sessions/tidemark/2026-11-11-tm-60-unknown-flags/',
  timeline: '/timeline/',
  memory: '/memory/',
  story: '/narratives/tidemark/2026-11-11-tm-60-unknown-flags/',
  inbox: '/inbox/',
  project: '/projects/larder/',
  files: '/files/larder/',
  guide: '/guide/rules/',
  search: '/search/',
  'search, first query': '/search/?q=memory',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const run = promisify(execFile);

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: {
    'total-byte-weight': { numericValue: number };
    'cumulative-layout-shift': { numericValue: number };
    'network-requests': { details: { items: { url: string }[] } };
  };
}

const home = mkdtempSync(join(tmpdir(), 'bench-pages-'));
try {
  const env = { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
  const site = join(home, 'site');
  await run(process.execPath, [MAIN, 'build', '--sample', '--out', site], { env });
  const { url, stop } = await serve(site, env);
  const rows: (string | number)[][] = [['page', ...CATEGORIES, 'layout shift', 'kB in all', 'requests elsewhere']];
  for (const [name, address] of Object.entries(PAGES)) rows.push([name, ...(await audit(url, address))]);
  stop();
  printTable(rows);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function audit(site: string, address: string): Promise<(string | number)[]> {
  const file = join(home, 'report.json');
  // On a busy machine Lighthouse at times misses the start of a page.
  await report(site, address, file).catch(() => report(site, address, file));

  const { categories, audits }: Report = JSON.parse(readFileSync(file, 'utf8'));
  const elsewhere = audits['network-requests'].details.items.filter(
    // An image within a style sheet is listed, too.
    ({ url }) => !url.startsWith(site) && !url.startsWith('data:'),
  );
  return [
    ...CATEGORIES.map((category) => Math.round(100 * (categories[category]?.score ?? 0))),
    audits['cumulative-layout-shift'].numericValue.toFixed(3),
    (audits['total-byte-weight'].numericValue / 1000).toFixed(1),
    elsewhere.length,
  ];
}

function serve(directory: string, env: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => void }> {
  const server = spawn(process.execPath, [MAIN, 'preview', '--dir', directory, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    server.stdout.once('data', (line) =>
      resolve({ url: String(line).trim().replace(/\/$/, ''), stop: () => server.kill() }),
    );
  });
}

function report(site: string, address: string, file: string): Promise<unknown> {
  return run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      `${site}${address}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--skip-audits=is-crawlable',
      '--no-enable-error-reporting',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: installedBrowser() } },
  );
}
