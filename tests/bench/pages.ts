import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pause } from '#src/lib/lock.ts';
import { ROOT } from '#tests/support/root.ts';
import { generateChronicle, writeArchive } from './generate.ts';
import { measureRun } from './processes.ts';
import { median, printTable } from './table.ts';

/** The program as it is installed. */
const BUNDLED = join(ROOT, 'bin/chronicle');
const CLI = join(ROOT, 'hooks/dist/cli.mjs');
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SETTLED_MS = 3000;

/**
 * The site of generated archives (BENCH_SESSIONS, 0 for the sample): `chronicle dev` to its first page, in a new home and again,
 * from saving a file to seeing it on its session's page; a whole build, and one when nothing has changed.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [
    ['sessions', 'first start s', 'first page s', 'edit ms', 'build files', 'CPU ms a file', 'peak MiB', 'unchanged s'],
  ];
  for (const sessions of (process.env.BENCH_SESSIONS ?? '0,1000,3000,10000').split(',').map(Number)) {
    const home = mkdtempSync(join(tmpdir(), 'bench-site-'));
    try {
      const config = join(home, 'config');
      const directory = sessions === 0 ? null : writeArchive(config, sessions);
      const env = { HOME: home, CLAUDE_CONFIG_DIR: config };
      const file = directory && join(directory, generateChronicle(sessions - 1).name);
      const { seconds: ever } = await served(env, null, sessions === 0);
      const { seconds, edit } = await served(env, file, sessions === 0);
      rows.push([sessions || 'sample', ever, seconds, edit, ...built(env, home, sessions === 0)]);
    } finally {
      rmSync(home, { recursive: true });
    }
  }
  printTable(rows);
}

/** The seconds to the first page, and the milliseconds from an edit of a chronicle to its page. */
async function served(
  env: Record<string, string>,
  chronicle: string | null,
  isSample: boolean,
): Promise<{ seconds: string; edit: string }> {
  const begin = performance.now();
  const server = spawn(process.execPath, [BUNDLED, 'dev', '--port', '0', ...(isSample ? ['--sample'] : [])], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const address = await addressOf(server);
    await page(address);
    const seconds = ((performance.now() - begin) / 1000).toFixed(2);
    if (chronicle === null) return { seconds, edit: '' };
    const save = (mark: string) => appendFileSync(chronicle, `- [INSIGHT] ${mark}\n`);
    const edit = await visibleAfter(`${address}sessions/bench/${basename(chronicle, '.md')}/`, save);
    return { seconds, edit: edit.toFixed(0) };
  } finally {
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await exit;
  }
}

/** What a build uses, and the seconds of one that has nothing to do. */
function built(env: Record<string, string>, home: string, isSample: boolean): (string | number)[] {
  const out = join(home, 'site');
  const words = [CLI, 'build', '--out', out, ...(isSample ? ['--sample'] : [])];
  const usage = join(home, 'usage');
  // A file that was written just now may change again without a trace.
  pause(SETTLED_MS);
  const { cpu, rss } = measureRun(words, env, usage);
  const { files } = JSON.parse(readFileSync(join(out, '.session-chronicle.json'), 'utf8'));
  const again = measureRun(words, env, usage);
  return [files.length, ((cpu * 1000) / files.length).toFixed(2), Math.round(rss), again.wall.toFixed(2)];
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    before = await page(url);
  }
  return median(times);
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
