import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeArchive } from './archive-of.ts';
import type { PageCost } from './rendered-kinds.ts';
import { printTable } from './table.ts';

const RENDERER = fileURLToPath(new URL('./rendered-kinds.ts', import.meta.url));
const FEW = 1000;
const MANY = 10_000;

/** The options of a build. */
const NODE = ['--no-warnings', '--max-semi-space-size=8', '--initial-old-space-size=256', '--expose-gc'];

/**
 * What each kind of page costs in a small and a large archive. `--profile <directory>` leaves a CPU profile of each there, for
 * the developer tools of a browser. What is done once for all pages of a kind is counted with the first of them.
 */
export async function run(): Promise<void> {
  const at = process.argv.indexOf('--profile');
  const profile = at === -1 ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.argv[at + 1] ?? '.'}`];
  const [few, many] = [costs(FEW, profile), costs(MANY, profile)];
  const rows = [...many.values()]
    .sort((a, b) => b.cpu - a.cpu)
    .map(({ kind, pages, cpu, bytes }) => {
      const before = few.get(kind);
      const each = (cost: PageCost) => ((cost.cpu / cost.pages) * 1000).toFixed(2);
      return [
        kind,
        before?.pages ?? 0,
        before ? each(before) : '',
        pages,
        each({ kind, pages, cpu, bytes }),
        cpu.toFixed(2),
        (bytes / 2 ** 20).toFixed(1),
        before && before.cpu > 0 ? (cpu / before.cpu).toFixed(1) : '',
      ];
    });
  const header = ['kind', `pages at ${FEW}`, 'ms each', `pages at ${MANY}`, 'ms each', 'CPU s', 'MiB', 'growth (CPU)'];
  printTable([header, ...rows]);
}

function costs(sessions: number, profile: readonly string[]): Map<string, PageCost> {
  const home = mkdtempSync(join(tmpdir(), 'bench-pages-'));
  try {
    const config = join(home, 'config');
    writeArchive(config, sessions);
    const run = spawnSync(process.execPath, [...NODE, ...profile, RENDERER], {
      env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: config },
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });
    if (run.status !== 0) throw new Error(`Rendering failed: ${run.stderr}`);
    const found: PageCost[] = JSON.parse(run.stdout);
    return new Map(found.map((cost) => [cost.kind, cost]));
  } finally {
    rmSync(home, { recursive: true });
  }
}
