import { existsSync } from 'node:fs';
import { ledgerLineOf, newLines } from '#src/import/memory-writes.ts';
import type { LedgerLine } from '#src/memory/ledger/ledger.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { compare } from '#src/value/compare.ts';
import { readLedger } from '../memory/ledger-file.ts';
import { withMemory } from '../memory/memory-lock.ts';
import { appendLines } from '../store/append-line.ts';
import { digestBy } from './digest-by.ts';
import type { Failures } from './failures.ts';
import type { PlannedSession } from './unfiled-sessions.ts';

/** The ledger lines that transcripts give, by the project's directory; without those that the ledgers hold already. A ledger that cannot be read is left alone. */
export function wantedLines(
  layout: Layout,
  sessions: readonly Pick<PlannedSession, 'id' | 'found'>[],
  failures: Failures,
): Map<string, LedgerLine[]> {
  const wanted = new Map<string, LedgerLine[]>();
  for (const { id, found } of sessions) {
    for (const write of found?.writes ?? []) {
      const lines = wanted.get(write.directory) ?? [];
      lines.push(ledgerLineOf(write, id, digestBy('sha1')));
      wanted.set(write.directory, lines);
    }
  }
  return new Map(
    [...wanted].flatMap(([directory, lines]) => {
      // The memory of a project that is gone has nobody to tell of it.
      const place = memoryPlace(layout, directory);
      if (!existsSync(`${layout.projects}/${directory}`)) return [];
      try {
        const left = newLines(lines, readLedger(place.ledger));
        return left.length === 0 ? [] : [[directory, left] as const];
      } catch (error) {
        failures.addLedger(directory, error);
        return [];
      }
    }),
  );
}

/** Enters lines into a project's ledger, under the lock of who changes memory. Returns how many it did not hold by then. */
export function writeLines(layout: Layout, directory: string, lines: readonly LedgerLine[]): number {
  const place = memoryPlace(layout, directory);
  return withMemory(place, () => {
    const left = newLines(lines, readLedger(place.ledger)).toSorted((a, b) => compare(a.at, b.at));
    appendLines(
      place.ledger,
      left.map((line) => JSON.stringify(line)),
    );
    return left.length;
  });
}
