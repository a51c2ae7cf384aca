import { areAlike, attemptOf } from '#src/notes/alike-attempts.ts';
import { attemptQuality } from '../unit/notes/labelled-attempts.ts';
import { seeded } from './random.ts';
import { median, printTable } from './table.ts';
import { WORDS } from './words.ts';

/** How well repeated attempts are told from other ones, and what comparing a new line with many costs. */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [['', 'precision', 'recall', 'same attempt', 'other attempt', 'across problems']];
  for (const set of ['development', 'held-out'] as const) {
    const { precision, recall, same, other, across } = attemptQuality(set);
    rows.push([set, precision.toFixed(2), recall.toFixed(2), `${same} pairs`, `${other} pairs`, across.join(' of ')]);
  }
  printTable(rows);
  const random = seeded(1);
  const line = () => Array.from({ length: 12 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const lines = Array.from({ length: 2000 }, line);
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    const added = attemptOf(line());
    for (const text of lines) areAlike(added, attemptOf(text));
    return performance.now() - began;
  });
  console.log(`\nComparing a line with ${lines.length} others: ${median(times).toFixed(1)} ms.`);
}
