import { chance, LEAST_MISSED, LEAST_SESSIONS, MOST_CHANCE, type Verdict } from '#src/memory/verdict.ts';
import type { MemoryResult } from '#src/memory/memory-results.ts';
import { type Planted, plantedStandings } from '../unit/memory/effect/planted-archive.ts';
import { type Plan, plantedMistakes } from './planted-mistakes.ts';
import { seeded } from './random.ts';
import { printTable } from './table.ts';

const RUNS = 2000;
/** Memories in one archive: like a real one's, but more. */
const TOGETHER = 500;

/** How well the effect of memories is estimated, on synthetic archives with planted rates. */
export async function run(): Promise<void> {
  console.log(`Synthetic archives, ${RUNS.toLocaleString('en-GB')} memories a row, the same at every run.`);
  console.log(
    `"helped" takes ${LEAST_MISSED} missed sessions before, so a memory after one miss is never called that.\n`,
  );
  console.log('Memories without effect, where rates drift, misses cluster, or somebody looks every day:\n');
  printHarder();
}

const HARDER: [name: string, plan: Partial<Plan>][] = [
  ['even rate', {}],
  ['falls by a quarter', { drift: 0.75 }],
  ['falls by half', { drift: 0.5 }],
  ['rises by half', { drift: 1.5 }],
  ['up to 3 misses a session', { burst: 3 }],
  ['memory 5 sessions later', { delay: 5 }],
  ['misses within 10 sessions', { within: 10 }],
];

function printHarder(): void {
  const rows: string[][] = [['condition, memory after', ...VERDICTS, 'helped at some time']];
  for (const [condition, plan] of HARDER) {
    for (const misses of [1, 2, 3]) {
      const planted = plantedMistakes({ rate: 0.1, ratio: 1, misses, ...plan }, 100, RUNS, seeded(rows.length));
      const everHelped = planted.filter((mistake) => hasEverHelped(mistake, 100)).length / planted.length;
      const name = `${condition}, ${misses === 1 ? '1 miss' : `${misses} misses`}`;
      rows.push([name, ...shares(standingsOf(100, planted)), percent(everHelped)]);
    }
  }
  printTable(rows);
}

function standingsOf(length: number, planted: readonly Planted[]): MemoryResult[] {
  const results: MemoryResult[] = [];
  for (let i = 0; i < planted.length; i += TOGETHER) {
    results.push(...plantedStandings(length, planted.slice(i, i + TOGETHER)));
  }
  return results;
}

const VERDICTS: Verdict[] = ['helped', 'did not help', 'not known yet'];

function shares(results: readonly MemoryResult[]): string[] {
  const share = (holds: (result: MemoryResult) => boolean) => percent(results.filter(holds).length / results.length);
  return VERDICTS.map((verdict) => share(({ effect }) => effect.verdict === verdict));
}

/** Whether somebody who looks after every session would ever have read that it helped. */
function hasEverHelped({ misses, born }: Planted, length: number): boolean {
  const missed = [...new Set(misses)];
  const before = missed.filter((place) => place <= born).length;
  for (let since = LEAST_SESSIONS; before >= LEAST_MISSED && since < length - born; since++) {
    const count = missed.filter((place) => place > born && place <= born + since).length;
    const share = chance({ sessions: { before: born + 1, since }, missed: { before, since: count } });
    if (share !== null && share <= MOST_CHANCE) return true;
  }
  return false;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
