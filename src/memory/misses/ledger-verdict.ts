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
  {
    state,
    stateDetail,
    flags,
    misses,
    memory,
  }: Pick<MissGroup, 'state' | 'stateDetail' | 'flags' | 'misses' | 'memory'>,
  standing: Pick<MemoryStanding, 'effect'> | null,
): LedgerVerdict {
  const because = standing?.effect.because ?? '';
  if (state === 'broken') {
    const helps = standing?.effect.verdict === 'helped';
    const broken = helps ? 'The rule is broken, though it helps' : 'The rule is broken';
    return { says: `${broken}: its mistake ${stateDetail}.`, because };
  }
  if (state === 'holds') return { says: 'The rule holds.', because };
  if (state === 'too early') return { says: 'It is too early to say whether the rule helps.', because };
  const again = misses.length > 1 ? 'It was made more than once, so it needs one.' : '';
  if (memory === null) return { says: 'No rule covers this mistake yet.', because: again };
  const file = memory.file;
  return {
    says: 'Its rule is missing.',
    because:
      flags.length > 0
        ? `${file} was deleted, so no later session can read it.`
        : `The events name ${file}, but there is no such file, and the ledger does not know it. So nobody can say which misses happened despite it.`,
  };
}
