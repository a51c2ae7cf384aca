import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { generateChronicle } from './generate.ts';
import { median, printTable } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

/** `chronicle dev`: the time to the first page, and from saving a file to seeing it on the pages it changes. */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [
    [
      '',
      'first page s',
      ...['session', 'overview', 'timeline', 'memory'].map((page) => `edit on ${page} ms`),
      'RSS MiB',
    ],
  ];
  for (const sessions of [1000, 10_000]) {
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
  const begin = performance.now();
  const server = spawn(process.execPath, ['--no-warnings', MAIN, 'dev', '--port', '0'], {
    env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: config },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const address = await addressOf(server);
    await page(address);
    const first = (performance.now() - begin) / 1000;
    const { name } = generateChronicle(sessions - 1);
    const file = join(directory, name);
    const session = `${address}sessions/bench/${name.replace(/\.md$/, '')}/`;
    const onPage = (url: string, tag: string) =>
      visibleAfter(
        url,
        (mark) => appendFileSync(file, `- [${tag}] ${mark}\n`),
        (mark) => mark,
      );
    const onSession = await onPage(session, 'INSIGHT');
    let events = eventsOn(await page(address));
    const onOverview = await visibleAfter(
      address,
      (mark) => {
        appendFileSync(file, `- [ERROR] ${mark}\n`);
        events++;
      },
      () => `${events.toLocaleString('en')} events`,
    );
    // The overview's heading has the number of events; the other pages show the event.
    const onTimeline = await onPage(await newestTimeline(address), 'DECISION');
    const onMemory = await onPage(`${address}memory/`, 'MEMORY-MISS');
    const times = [onSession, onOverview, onTimeline, onMemory].map((time) => time.toFixed(0));
    return [first.toFixed(1), ...times, Math.round(rssOf(server))];
  } finally {
    server.kill('SIGINT');
  }
}

/** The page that lists the newest events; in a large archive, one of a week. */
async function newestTimeline(address: string): Promise<string> {
  const text = await page(`${address}timeline/`);
  const [, part] = /href="(\/timeline\/\d{4}-w\d\d\/)"/.exec(text) ?? [];
  return part ? new URL(part, address).href : `${address}timeline/`;
}

/** The median time from a change until a page shows it, by repeated requests. */
async function visibleAfter(
  url: string,
  change: (mark: string) => void,
  shown: (mark: string) => string,
): Promise<number> {
  const times: number[] = [];
  await page(url);
  for (let round = 0; round < ROUNDS; round++) {
    const mark = `mark ${round} ${url.length}`;
    const begin = performance.now();
    change(mark);
    while (!(await page(url)).includes(shown(mark))) {
      if (performance.now() - begin > 60_000) throw new Error(`${url} does not show a change.`);
    }
    times.push(performance.now() - begin);
  }
  return median(times);
}

async function page(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  return answer.text();
}

function eventsOn(text: string): number {
  const count = /(\d[\d,]*) events/.exec(text)?.[1];
  if (count === undefined) throw new Error('The overview names no number of events.');
  return Number(count.replaceAll(',', ''));
}

async function addressOf(server: ChildProcess): Promise<string> {
  for await (const chunk of server.stdout ?? []) {
    const address = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (address) return address;
  }
  throw new Error('chronicle dev ended before it was ready.');
}

function rssOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
