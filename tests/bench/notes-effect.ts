import { LEAST_COMPARED, type NotesEffect, notesEffect } from '#src/memory/effect/notes-effect.ts';
import { type NotesPlan, plantedNotes, plantedSessions } from './planted-notes.ts';
import { seeded } from './random.ts';
import { median, printTable } from './table.ts';

const RUNS = 2000;

/** How well the effect of the notebook is estimated, on synthetic archives with planted rates. */
export async function run(): Promise<void> {
  console.log(`Synthetic archives, ${RUNS.toLocaleString('en-GB')} a row, the same at every run.`);
  console.log('Ratio 1: the notebook has no effect; 0.5: failing commands are repeated half as often with it.');
  console.log('The rate is that of a command without the notebook. A session has 25 commands, or 70, or 10.\n');
  printGrid();
  console.log('\nA notebook without effect, where sessions differ in more than the notebook:\n');
  printHarder();
  console.log(`\nSomebody looks after each of 40 sessions more with it, from ${LEAST_COMPARED} on:`);
  console.log(`${percent(everLessOften())} of the archives without effect say "less often" at some time.`);
}

function printGrid(): void {
  const rows: string[][] = [['planted ratio, rate, sessions with and without', 'repeated', 'median', ...SHARES]];
  for (const ratio of [0.25, 0.5, 1, 2]) {
    for (const rate of [0.002, 0.01]) {
      for (const [on, off] of [
        [20, 20],
        [60, 60],
        [40, 200],
        [200, 200],
      ] as const) {
        const effects = effectsOf({ rate, ratio, sessions: { on, off } }, rows.length);
        rows.push([`${ratio}, ${rate}, ${on} and ${off}`, ...estimates(effects), ...shares(effects, ratio)]);
      }
    }
  }
  printTable(rows);
}

const HARDER: [name: string, plan: Partial<NotesPlan>][] = [
  ['same sessions', {}],
  ['rates differ tenfold between sessions', { spread: 1.2 }],
  ['twice as long with it', { longer: 2 }],
  ['half as long with it', { longer: 0.5 }],
  ['twice as long, rates differ tenfold', { longer: 2, spread: 1.2 }],
  ['rate grows tenfold in a session', { growth: 10 }],
  ['twice as long, rate grows tenfold', { longer: 2, growth: 10 }],
  ['half as long, rate grows tenfold', { longer: 0.5, growth: 10 }],
  ['four failures of one command', { isStreak: true }],
  ['twice as long, four failures', { longer: 2, isStreak: true }],
  ['half as long, four failures', { longer: 0.5, isStreak: true }],
  ['rate falls by half over the archive', { drift: 0.5 }],
  ['rate rises by half over the archive', { drift: 1.5 }],
];

function printHarder(): void {
  const rows: string[][] = [['condition', 'repeated', 'median', ...SHARES]];
  for (const [name, plan] of HARDER) {
    const effects = effectsOf({ rate: 0.005, ratio: 1, sessions: { on: 60, off: 60 }, ...plan }, rows.length);
    rows.push([name, ...estimates(effects), ...shares(effects, 1)]);
  }
  printTable(rows);
}

function effectsOf(plan: NotesPlan, seed: number): NotesEffect[] {
  const random = seeded(seed);
  return Array.from({ length: RUNS }, () => notesEffect(plantedSessions(plantedNotes(plan, random))));
}

function everLessOften(): number {
  const random = seeded(1);
  const archives = Array.from({ length: RUNS / 4 }, () =>
    plantedSessions(plantedNotes({ rate: 0.005, ratio: 1, sessions: { on: LEAST_COMPARED + 40, off: 60 } }, random)),
  );
  // The newest come first.
  const hasEver = (archive: ReturnType<typeof plantedSessions>) =>
    Array.from({ length: 41 }, (_, left) => notesEffect(archive.slice(left))).some(
      ({ verdict }) => verdict === 'repeated less often',
    );
  return archives.filter(hasEver).length / archives.length;
}

/** The share of sessions without the notebook that repeat a failing command, and the ratio. */
function estimates(effects: readonly NotesEffect[]): string[] {
  const sessions = effects.reduce((sum, { off }) => sum + off.sessions, 0);
  const repeated = effects.reduce((sum, { off }) => sum + off.repeated, 0);
  const ratios = effects.flatMap(({ ratio }) => ratio?.estimate ?? []);
  return [percent(repeated / sessions), median(ratios).toFixed(2)];
}

const SHARES = ['90 % interval holds it', 'less often', 'more often', 'cannot tell'];

function shares(effects: readonly NotesEffect[], ratio: number): string[] {
  const intervals = effects.flatMap((effect) => effect.ratio ?? []);
  const share = (verdict: NotesEffect['verdict']) =>
    percent(effects.filter((effect) => effect.verdict === verdict).length / effects.length);
  return [
    percent(intervals.filter(({ low, high }) => low <= ratio && ratio <= high).length / intervals.length),
    ...(['repeated less often', 'repeated more often', 'cannot tell'] as const).map(share),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
