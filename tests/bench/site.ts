import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from '#src/lib/pause.ts';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { generateChronicle } from './generate.ts';
import { measureRun, type Usage } from './measured-run.ts';
import { median, printTable } from './table.ts';

const FLOOR = fileURLToPath(new URL('./rendering-floor.ts', import.meta.url));
/** As users run it: from its bundles. */
const PROGRAM = join(ROOT, 'bin/chronicle');
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SETTLED_MS = 3000;

/** The whole site against the rendering floor on the same files, alternating. The search index is measured separately. */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [[`median of ${ROUNDS}`, 'wall s', 'CPU s', 'x floor (CPU)', 'RSS MiB']];
  for (const sessions of [1000, 10_000]) {
    const home = mkdtempSync(join(tmpdir(), 'bench-site-'));
    try {
      rows.push(...measure(home, sessions));
    } finally {
      rmSync(home, { recursive: true });
    }
  }
  printTable(rows);
}

function measure(home: string, sessions: number): (string | number)[][] {
  const config = join(home, 'config');
  const directory = writeArchive(config, sessions);
  const env = { HOME: home, CLAUDE_CONFIG_DIR: config };
  const usageFile = join(home, 'usage.json');
  const build = () => measureRun([PROGRAM, 'build', '--no-search', '--out', join(home, 'site')], env, usageFile);
  const floor: Usage[] = [];
  const full: Usage[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // A build reuses the output of the one before.
    for (const kept of ['site', 'config/session-chronicle']) rmSync(join(home, kept), { recursive: true, force: true });
    floor.push(measureRun([FLOOR, directory, join(home, `floor-${round}`)], env, usageFile));
    full.push(build());
  }
  const again = Array.from({ length: ROUNDS }, (_, round) => {
    const one = generateChronicle(sessions + round);
    writeFileSync(join(directory, one.name), one.text);
    return build();
  });
  // A file that was written just now may change again without a trace, so the next build is only the basis.
  pause(SETTLED_MS);
  build();
  const unchanged = Array.from({ length: ROUNDS }, build);
  const base = middle(floor).cpu;
  return [
    ['rendering floor', floor],
    ['full build', full],
    ['one session more', again],
    ['nothing changed', unchanged],
  ].map(([name, usages]) => {
    const { wall, cpu, rss } = middle(usages as Usage[]);
    return [`${sessions} sessions, ${name}`, wall.toFixed(1), cpu.toFixed(2), (cpu / base).toFixed(1), Math.round(rss)];
  });
}

function middle(usages: Usage[]): Usage {
  const of = (key: keyof Usage) => median(usages.map((usage) => usage[key]));
  return { wall: of('wall'), cpu: of('cpu'), rss: of('rss') };
}
