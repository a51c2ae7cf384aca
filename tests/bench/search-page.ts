import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Request } from '@playwright/test';
import { installedBrowser } from '#scripts/installed-browser.ts';
import { MAIN } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { measureRun } from './measured-run.ts';
import { median, printTable } from './table.ts';

/** 104,000 records. `--sessions 1500` has half of them. */
const SESSIONS = 3000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** Words of generated archives: the most common, one in between, a rare one, two together, and a filter. */
const QUERIES = ['error', 'session', 'scroll', 'gesture', 'redirect cookie', 'tag:error'];

/** Milliseconds since the navigation began, as the page itself sees them. */
interface Seen {
  /** Until the first result was in the page, and until it was painted. */
  first: number;
  painted: number;
  complete: number;
}

interface Load extends Seen {
  /** The first result as a program outside sees it, with the start of a process for the page. */
  outside: number;
  requests: number;
  kB: number;
}

/**
 * What a first search loads in a browser with an empty cache: milliseconds until the first result and until all are counted,
 * and requests and kB without the page itself. `--site <dir>` measures a site that was built before.
 */
export async function run(): Promise<void> {
  const given = optionOf('--site');
  const sessions = Number(optionOf('--sessions') ?? SESSIONS);
  const home = mkdtempSync(join(tmpdir(), 'bench-search-page-'));
  const browser = await chromium.launch({ executablePath: installedBrowser() ?? chromium.executablePath() });
  try {
    const config = join(home, 'config');
    const site = given ?? join(home, 'site');
    const env = { HOME: home, CLAUDE_CONFIG_DIR: config };
    if (site !== given) {
      writeArchive(config, sessions);
      measureRun([MAIN, 'build', '--out', site], env, join(home, 'usage.json'));
    }
    const { url, stop } = await serve(site, env);
    const rows: (string | number)[][] = [
      [
        '',
        'first result ms',
        'painted',
        'seen from outside',
        'complete',
        'requests',
        'kB',
        'page alone: requests',
        'kB',
      ],
    ];
    for (const query of QUERIES) {
      const loads: Load[] = [];
      const page = await load(browser, `${url}/search/`, false);
      for (let round = 0; round < ROUNDS; round++) {
        loads.push(await load(browser, `${url}/search/?q=${encodeURIComponent(query)}`, true));
      }
      const of = (figure: keyof Load) => Math.round(median(loads.map((each) => each[figure])));
      rows.push([
        query,
        of('first'),
        of('painted'),
        of('outside'),
        of('complete'),
        of('requests') - page.requests,
        of('kB') - Math.round(page.kB),
        page.requests,
        Math.round(page.kB),
      ]);
    }
    stop();
    printTable(rows);
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

/** Opens an address with an empty cache; with a search, waits until its results are counted. */
async function load(browser: Browser, address: string, isSearch: boolean): Promise<Load> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Those of Pagefind's worker too.
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.addInitScript(watch);
    const begin = performance.now();
    await page.goto(address);
    let outside = 0;
    if (isSearch) {
      await page.locator('[data-search-results] a.hit').first().waitFor();
      outside = performance.now() - begin;
      await page.waitForFunction(() => (Reflect.get(window, 'seen') as Partial<Seen>).complete);
    }
    const seen = (await page.evaluate(() => Reflect.get(window, 'seen'))) as Seen;
    await page.waitForLoadState('networkidle');
    if (process.env.BENCH_ADDRESSES) console.log(requests.map((request) => request.url()).join('\n'));
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
    return { ...seen, outside, requests: requests.length, kB: bytes / 1000 };
  } finally {
    await context.close();
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen: Partial<Seen> = {};
  Object.assign(window, { seen });
  new MutationObserver(() => {
    if (seen.first === undefined && document.querySelector('[data-search-results] a.hit')) {
      seen.first = performance.now();
      // The first task after a frame.
      requestAnimationFrame(() => {
        setTimeout(() => {
          seen.painted = performance.now();
        });
      });
    }
    if (/\d/.test(document.querySelector('[data-search-status]')?.textContent ?? ''))
      seen.complete ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function serve(directory: string, env: Record<string, string>): Promise<{ url: string; stop: () => void }> {
  const server = spawn(process.execPath, [MAIN, 'preview', '--dir', directory, '--port', '0'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    server.stdout.once('data', (line) =>
      resolve({ url: String(line).trim().replace(/\/$/, ''), stop: () => server.kill() }),
    );
  });
}
