import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MAIN } from '#tests/support/root.ts';
import { measureRun, type Usage } from './measured-run.ts';
import { median, printTable } from './table.ts';
import { QUESTION, type TranscriptPlan, WORK, writeTranscripts } from './transcripts.ts';

const PLAIN = fileURLToPath(new URL('./read-plainly.ts', import.meta.url));
const DEFAULT_MB = '200';
/** Runs of each command when two checkouts are compared. */
const ROUNDS = 3;

/**
 * Measures an import against just reading the same lines: on a realistic mix of transcripts (`--mb` sets the amount), on many
 * small ones and on a single large one. `--case mix|many|large` picks some. With `--against DIR`, each command is run in turns
 * with the same command of another checkout.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      mb: { type: 'string', default: DEFAULT_MB },
      case: { type: 'string', multiple: true },
      against: { type: 'string' },
    },
    allowPositionals: true,
  });
  const plans: Record<string, TranscriptPlan> = {
    mix: { ...WORK, sessions: Math.ceil((Number(values.mb) * 1e6) / WORK.bytes) },
    many: { ...QUESTION, sessions: 20_000 },
    large: { ...WORK, sessions: 1, bytes: 500e6 },
  };
  const unknown = values.case?.find((name) => !Object.hasOwn(plans, name));
  if (unknown !== undefined)
    throw new Error(`Unknown case: ${unknown}. The cases are ${Object.keys(plans).join(', ')}.`);
  for (const [name, plan] of Object.entries(plans)) {
    if (values.case !== undefined && !values.case.includes(name)) continue;
    measureCase(plan, values.against);
    console.log('');
  }
}

function measureCase(plan: TranscriptPlan, against: string | undefined): void {
  const home = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const paths = writeTranscripts(home, plan);
    const files = join(home, 'files.json');
    writeFileSync(files, JSON.stringify(paths));
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    const env = { HOME: home, CLAUDE_CONFIG_DIR: home, BENCH_FILES: files };
    const measure = (...script: string[]) => measureRun(script, env, join(home, 'usage.json'));
    const title = `${(bytes / 1e6).toFixed(0)} MB, ${paths.length} ${paths.length === 1 ? 'session' : 'sessions'}`;
    if (against === undefined) printAlone(title, bytes, measure);
    else printCompared(title, measure, home, join(resolve(against), 'src/cli/main.ts'));
  } finally {
    rmSync(home, { recursive: true });
  }
}

type Measure = (...script: string[]) => Usage;

function printAlone(title: string, bytes: number, measure: Measure): void {
  const plain = measure(PLAIN);
  const row = (name: string, { wall, cpu, rss }: Usage) => [
    name,
    wall.toFixed(2),
    cpu.toFixed(2),
    (bytes / 1e6 / wall).toFixed(0),
    (wall / plain.wall).toFixed(2),
    rss.toFixed(0),
  ];
  printTable([
    [title, 'wall s', 'cpu s', 'MB/s', 'to plain', 'RSS MiB'],
    row('plain line reader', plain),
    row('dry run', measure(MAIN, 'import', 'transcripts', '--dry-run')),
    row('first run, writes', measure(MAIN, 'import', 'transcripts')),
    row('second run, nothing new', measure(MAIN, 'import', 'transcripts')),
    row('undo', measure(MAIN, 'import', 'undo', 'last', '--yes')),
  ]);
}

/** Medians of alternating runs: the other checkout's, this one's, and this one's as a share of the other's. */
function printCompared(title: string, measure: Measure, home: string, other: string): void {
  const rows: string[][] = [];
  const commands: [name: string, args: string[], isFirst: boolean][] = [
    ['dry run', ['import', 'transcripts', '--dry-run'], false],
    ['first run, writes', ['import', 'transcripts'], true],
    ['second run, nothing new', ['import', 'transcripts'], false],
  ];
  const usages = commands.map(() => ({ other: [] as Usage[], own: [] as Usage[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? (['other', 'own'] as const) : (['own', 'other'] as const)) {
      for (const [index, [, args, isFirst]] of commands.entries()) {
        if (isFirst) removeArchive(home);
        usages[index]?.[side].push(measure(side === 'own' ? MAIN : other, ...args));
      }
      removeArchive(home);
    }
  }
  for (const [index, [name]] of commands.entries()) {
    const { other: before = [], own = [] } = usages[index] ?? {};
    const figures = (['wall', 'cpu', 'rss'] as const).flatMap((key) => {
      const [a, b] = [median(before.map((usage) => usage[key])), median(own.map((usage) => usage[key]))];
      const digits = key === 'rss' ? 0 : 2;
      return [a.toFixed(digits), b.toFixed(digits), (b / a).toFixed(2)];
    });
    rows.push([name, ...figures]);
  }
  printTable([[title, 'wall s', 'now', 'ratio', 'cpu s', 'now', 'ratio', 'RSS MiB', 'now', 'ratio'], ...rows]);
}

/** Removes what an import wrote, so that the next one starts from the same state. */
function removeArchive(home: string): void {
  for (const path of [...globSync('projects/*/chronicle', { cwd: home }), 'session-chronicle'])
    rmSync(join(home, path), { recursive: true, force: true });
}
