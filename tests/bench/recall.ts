import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { INDEXER_FLAGS } from '#src/record/start-harvester.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { type Case, environment, plain, report, runRounds } from './hook-cases.ts';
import { measureRun } from './measured-run.ts';
import { timeProcess } from './timed-process.ts';

/** `--sessions 1000` for a shorter run. */
const at = process.argv.indexOf('--sessions');
const SESSIONS = at === -1 ? 10_000 : Number(process.argv[at + 1]);
const CHRONICLE = join(ROOT, 'bin/chronicle');
const REFRESH = [...INDEXER_FLAGS, join(ROOT, 'tests/bench/refresh-index.ts')];

const COMMANDS = [
  ['recall', '--project', 'all', 'redirect', 'cookie'],
  ['recall', '--project', 'all'],
  ['search', 'redirect'],
  ['list'],
  ['show', 'last'],
];

/**
 * What commands take that look something up, as whole processes against `node -e 0`, with the index warm; then what making the
 * index takes, and bringing it up to date after one session has changed.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-recall-'));
  try {
    const layout = layoutOf(join(home, 'config'));
    mkdirSync(join(home, 'project'));
    const chronicles = writeArchive(layout.config, SESSIONS);
    // Files that were written just now would be read again each time.
    await sleep(3000);
    const env = environment(home, 'none');
    const usage = join(home, 'usage');
    const built = measureRun([...REFRESH, layout.config], env, usage);
    const start = (args: string[], name = args.join(' ')): Case => ({
      name,
      costs: [],
      run: () => timeProcess([process.execPath, CHRONICLE, ...args], '', env, join(home, 'project')),
    });
    const files = readdirSync(chronicles).filter((name) => name.endsWith('.md'));
    const last = join(chronicles, newest(chronicles, files));
    const afterChange = start(['recall', '--project', 'all'], 'recall --project all, one session changed before');
    measure([plain(home), ...COMMANDS.map((args) => start(args))]);
    // Apart from the others: all commands read a file again that was changed in the last seconds.
    measure([
      plain(home),
      {
        ...afterChange,
        run: (round: number) => {
          appendFileSync(last, '\n');
          return afterChange.run(round);
        },
      },
    ]);
    const unchanged = measureRun([...REFRESH, layout.config], env, usage);
    const [first = ''] = files;
    appendFileSync(join(chronicles, first), '\n');
    const changed = measureRun([...REFRESH, layout.config], env, usage);
    const size = statSync(layout.index).size / 1e6;
    console.log(`Making the index of ${SESSIONS} sessions: ${figures(built)}; ${size.toFixed(0)} MB on disk.`);
    console.log(
      `All files checked, nothing changed: ${figures(unchanged)}. After one session changed: ${figures(changed)}.`,
    );
  } finally {
    rmSync(home, { recursive: true });
  }
}

function measure(cases: Case[]): void {
  runRounds(cases);
  report(cases);
  console.log();
}

/** The file that was written last. */
function newest(folder: string, names: readonly string[]): string {
  const times = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  return names.reduce((best, name) => ((times.get(name) ?? 0) > (times.get(best) ?? 0) ? name : best));
}

function figures({ wall, cpu, rss }: ReturnType<typeof measureRun>): string {
  return `${wall.toFixed(2)} s, ${cpu.toFixed(2)} s CPU, ${rss.toFixed(0)} MiB`;
}
