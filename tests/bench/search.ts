import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openArchive } from '#src/archive/archive.ts';
import { searchDocuments } from '#src/index/search-documents.ts';
import { writeSearch } from '#src/index/site-search.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { INDEXER_FLAGS } from '#src/record/harvest-queue.ts';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './generate.ts';
import { type Case, environment, plain, report, runRounds } from './hook-cases.ts';
import { measureRun, timeProcess } from './processes.ts';
import { indexOfRecords, type Places, placesOf, qualityOf } from './recall-places.ts';
import { labelledQuestions, labelledRecords } from './recall-set.ts';
import { printTable } from './table.ts';

/** `--sessions 1000` for a shorter run. */
const at = process.argv.indexOf('--sessions');
const SESSIONS = at === -1 ? 10_000 : Number(process.argv[at + 1]);
const REFRESH = [...INDEXER_FLAGS, join(ROOT, 'tests/bench/refresh-index.ts')];

const COMMANDS = [
  ['recall', '--project', 'all', 'redirect', 'cookie'],
  ['recall', '--project', 'all'],
  ['search', 'redirect'],
  ['list'],
  ['show', 'last'],
];

/** How well search and recall find what is asked, what they and the index take, and what the site's index takes. */
export async function run(): Promise<void> {
  measureQuality();
  const home = mkdtempSync(join(tmpdir(), 'bench-search-'));
  try {
    await measureCommands(home);
    await measureSite(join(home, 'config'));
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Labelled questions, by half, kind and language. */
function measureQuality(): void {
  const records = labelledRecords();
  const questions = labelledQuestions();
  console.log(`${questions.length} questions over ${records.length} records.\n`);
  const database = indexOfRecords(records);
  const places = placesOf(database, questions);
  database.close();
  const groups = [
    ...Map.groupBy(questions.keys(), (i) => questions[i]?.half ?? ''),
    ...Map.groupBy(questions.keys(), (i) => questions[i]?.kind ?? ''),
    ...Map.groupBy(questions.keys(), (i) => `language ${questions[i]?.language}`),
  ];
  printTable([
    ['questions', 'n', 'hit@1', 'hit@5', 'hit@10', 'MRR'],
    ...groups.map(([name, own]) => [name, String(own.length), ...figuresOf(own.map((i) => places[i] ?? 0))]),
  ]);
}

function figuresOf(places: Places): string[] {
  const { hit1, hit5, hit10, mrr } = qualityOf(places);
  return [...[hit1, hit5, hit10].map((part) => (100 * part).toFixed(1)), mrr.toFixed(3)];
}

/** Whole processes against `node -e 0` with the index warm, and what making the index and bringing it up to date takes. */
async function measureCommands(home: string): Promise<void> {
  const paths = pathsOf(join(home, 'config'));
  mkdirSync(join(home, 'project'));
  const chronicles = writeArchive(paths.config, SESSIONS);
  // Files that were written just now would be read again each time.
  await sleep(3000);
  const env = environment(home, 'none');
  const refresh = () => {
    const { wall, cpu, rss } = measureRun([...REFRESH, paths.config], env, join(home, 'usage'));
    return `${wall.toFixed(2)} s, ${cpu.toFixed(2)} s CPU, ${rss.toFixed(0)} MiB`;
  };
  const built = refresh();
  const cases: Case[] = COMMANDS.map((args) => ({
    name: args.join(' '),
    costs: [],
    run: () => timeProcess([process.execPath, join(ROOT, 'bin/chronicle'), ...args], '', env, join(home, 'project')),
  }));
  const all = [plain(home), ...cases];
  runRounds(all);
  console.log();
  report(all);
  const unchanged = refresh();
  const [first = ''] = readdirSync(chronicles).filter((name) => name.endsWith('.md'));
  appendFileSync(join(chronicles, first), '\n');
  const size = statSync(paths.index).size / 1e6;
  console.log(`\nMaking the index of ${SESSIONS} sessions: ${built}; ${size.toFixed(0)} MB on disk.`);
  console.log(`All files checked, nothing changed: ${unchanged}. After one session changed: ${refresh()}.`);
}

/** The index of the site's search. */
async function measureSite(config: string): Promise<void> {
  const archive = openArchive({ roots: [join(config, 'projects')], origin: 'own', watch: false });
  const sizes: number[] = [];
  const begin = performance.now();
  await writeSearch(searchDocuments(archive), (_, content) => void sizes.push(content.length));
  const seconds = (performance.now() - begin) / 1000;
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  console.log(
    `The site's index of ${SESSIONS} sessions: ${seconds.toFixed(1)} s, ${sizes.length} files, ${(bytes / 1e6).toFixed(1)} MB.`,
  );
}
