import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { generateChronicle } from './generate.ts';
import { MISTAKES } from './mistakes.ts';
import { median, printTable } from './table.ts';

/** The program as it is installed. */
const BUNDLED = join(ROOT, 'bin/chronicle');
/** The kernel counts CPU in hundredths of a second. */
const TICKS = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const [REPEATED] = MISTAKES;

/** A page of each type that a new event changes, and the event's line. */
const PAGES: Record<string, { address(site: Site): string; line(mark: string): string }> = {
  session: { address: ({ session }) => session, line: (mark) => `- [INSIGHT] ${mark}` },
  overview: { address: () => '', line: (mark) => `- [ERROR] ${mark}` },
  sessions: { address: () => 'sessions/', line: (mark) => `- [ERROR] ${mark}` },
  project: { address: () => 'projects/bench/', line: (mark) => `- [ERROR] ${mark}` },
  timeline: { address: ({ week }) => week, line: (mark) => `- [DECISION] ${mark}` },
  tag: { address: () => 'tags/error/', line: (mark) => `- [ERROR] ${mark}` },
  memory: { address: () => 'memory/', line: (mark) => `- [MEMORY-MISS] ${REPEATED?.wordings[0]} (src/${mark}.ts)` },
};

interface Site {
  session: string;
  week: string;
}

/**
 * `chronicle dev`: the time to the first page, when pages have to be compiled and later, and from saving a file to seeing it
 * on the pages it changes.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [
    ['', 'compiling s', 'first page s', ...Object.keys(PAGES).map((name) => `edit on ${name} ms`), 'CPU s', 'peak MiB'],
  ];
  for (const sessions of (process.env.BENCH_SESSIONS ?? '1000,10000').split(',').map(Number)) {
    const home = mkdtempSync(join(tmpdir(), 'bench-dev-'));
    try {
      rows.push([`${sessions} sessions`, ...(await measure(home, sessions))]);
    } finally {
      rmSync(home, { recursive: true });
    }
  }
  printTable(rows);
}

async function measure(home: string, sessions: number): Promise<(string | number)[]> {
  const config = join(home, 'config');
  const directory = writeArchive(config, sessions);
  const compiling = await firstPage(home, config);
  await ended(compiling.server);
  const { server, address, seconds } = await firstPage(home, config);
  try {
    const { name } = generateChronicle(sessions - 1);
    const site = { session: `sessions/bench/${name.replace(/\.md$/, '')}/`, week: await newestWeek(address) };
    const times: string[] = [];
    for (const { address: of, line } of Object.values(PAGES)) {
      const save = (mark: string) => appendFileSync(join(directory, name), `${line(mark)}\n`);
      times.push((await visibleAfter(`${address}${of(site)}`, save)).toFixed(0));
    }
    const { cpu, peak } = usageOf(server);
    return [compiling.seconds.toFixed(1), seconds.toFixed(1), ...times, cpu.toFixed(1), Math.round(peak)];
  } finally {
    await ended(server);
  }
}

/** Starts the server as an installed program does, and asks for a page. */
async function firstPage(home: string, config: string) {
  const begin = performance.now();
  const server = spawn(process.execPath, [BUNDLED, 'dev', '--port', '0'], {
    env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: config },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await addressOf(server);
  await page(address);
  return { server, address, seconds: (performance.now() - begin) / 1000 };
}

async function ended(server: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exit;
}

/** The timeline of the newest week; in a small archive, the timeline itself. */
async function newestWeek(address: string): Promise<string> {
  const [, part] = /href="\/(timeline\/\d{4}-w\d\d\/)"/.exec(await page(`${address}timeline/`)) ?? [];
  return part ?? 'timeline/';
}

/** The median time from a change until a page is another, by repeated requests. */
async function visibleAfter(url: string, change: (mark: string) => void): Promise<number> {
  const times: number[] = [];
  let before = await page(url);
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    change(`mark-${round}`);
    let now = before;
    while (now === before) {
      if (performance.now() - begin > 60_000) throw new Error(`${url} does not show a change.`);
      now = await page(url);
    }
    times.push(performance.now() - begin);
    // What follows from a change may take longer than the change, such as what another process reads.
    before = await settled(url);
  }
  return median(times);
}

/** The page when it no longer changes. */
async function settled(url: string): Promise<string> {
  let before = await page(url);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = await page(url);
    if (now === before) return now;
    before = now;
  }
}

async function page(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  // It names the state of the archive, which a change makes another before the page shows it.
  return (await answer.text()).replace(/ data-version="[^"]*"/, '');
}

async function addressOf(server: ChildProcess): Promise<string> {
  for await (const chunk of server.stdout ?? []) {
    const address = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (address) return address;
  }
  throw new Error('chronicle dev ended before it was ready.');
}

/** The seconds of CPU that a server has used, and the most memory that it has held (MiB). */
function usageOf({ pid }: ChildProcess): { cpu: number; peak: number } {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) | /);
  const [user = 0, system = 0] = fields.slice(12, 14).map(Number);
  return { cpu: (user + system) / TICKS, peak };
}
