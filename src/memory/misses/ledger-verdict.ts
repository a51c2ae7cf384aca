import type { MemoryStanding } from '../effect/memory-standing.ts';
import type { MissGroup } from './miss-group.ts';

/** What a row of the ledger says of its rule: one short sentence, then the figures that it rests on. */
export interface LedgerVerdict {
  says: string;
  /** Whole sentences; may be empty. */
  because: string;
}

/**
 * The verdict on a mistake's rule in plain words. `standing` is what the archive saw of the rule; null if there is none, or if
 * the disk and the ledger do not know it.
 */
export function ledgerVerdict(
  { state, stateDetail, misses, memory }: Pick<MissGroup, 'state' | 'stateDetail' | 'misses' | 'memory'>,
  standing: Pick<MemoryStanding, 'effect'> | null,
): LedgerVerdict {
  const because = standing?.effect.because ?? '';
  if (state === 'broken') return { says: 'The rule does not hold.', because };
  if (state === 'holds') return { says: 'The rule holds.', because };
  if (state === 'too early') return { says: 'It is too early to say whether the rule helps.', because };
  const again = misses.length > 1 ? 'It was made more than once, so it needs one.' : '';
  if (memory === null) return { says: 'No rule covers this mistake yet.', because: again };
  return { says: 'Its rule is not there.', because: `${stateDetail.charAt(0).toUpperCase()}${stateDetail.slice(1)}.` };
}
