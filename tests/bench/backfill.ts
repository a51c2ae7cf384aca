import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MAIN } from '#tests/support/root.ts';
import { measureRun, type Usage } from './measured-run.ts';
import { printTable } from './table.ts';
import { writeTranscripts } from './transcripts.ts';

const PLAIN = fileURLToPath(new URL('./read-plainly.ts', import.meta.url));
const DEFAULT_MB = '200';

/** Measures backfill on a realistic mix of transcripts, against just reading the same lines. `--mb` sets the amount. */
export async function run(): Promise<void> {
  const { values } = parseArgs({ options: { mb: { type: 'string', default: DEFAULT_MB } }, allowPositionals: true });
  const home = mkdtempSync(join(tmpdir(), 'bench-backfill-'));
  try {
    const paths = writeTranscripts(home, Number(values.mb) * 1e6);
    const files = join(home, 'files.json');
    writeFileSync(files, JSON.stringify(paths));
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    const env = { HOME: home, CLAUDE_CONFIG_DIR: home, BENCH_FILES: files };
    const measure = (...script: string[]) => measureRun(script, env, join(home, 'usage.json'));
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
      [`${(bytes / 1e6).toFixed(0)} MB, ${paths.length} sessions`, 'wall s', 'cpu s', 'MB/s', 'to plain', 'RSS MiB'],
      row('plain line reader', plain),
      row('dry run', measure(MAIN, 'backfill', '--dry-run')),
      row('first run, writes', measure(MAIN, 'backfill')),
      row('second run, nothing new', measure(MAIN, 'backfill')),
    ]);
  } finally {
    rmSync(home, { recursive: true });
  }
}
