/** When a memory was written, and when it existed, from its history. */
import { times } from '#src/lib/spelled.ts';
import { dayIn } from '#src/lib/text/day.ts';
import type { HistoryLine, MemoryChange, MemoryHistory } from './history.ts';

/** A memory was written or strengthened. */
export interface MemoryFlag {
  /** UTC. */
  at: string;
  action: HistoryLine['action'] | 'file date';
}

export interface MemoryLife {
  /** Oldest first. */
  flags: MemoryFlag[];
  /** Oldest first; `until` is null while the memory exists. Empty if its birth is not known. */
  spans: { from: string; until: string | null }[];
}

/**
 * Reads a memory's history. Writing and strengthening it raise a flag, unless they were undone; undoing a deletion also
 * raises one, since it brings the memory back.
 */
export function memoryLife(memory: Pick<MemoryHistory, 'born' | 'changes'> | null): MemoryLife {
  const life: MemoryLife = { flags: [], spans: [] };
  if (!memory?.born) return life;
  const { born, changes } = memory;
  if (changes.length === 0)
    return { flags: [{ at: born.at, action: 'file date' }], spans: [{ from: born.at, until: null }] };
  let lastAction: MemoryChange | undefined;
  for (const change of changes) {
    const { at, action } = change;
    const current = life.spans.at(-1);
    const exists = current?.until === null;
    const isGone = action === 'delete' || (action === 'undo' && change.after === null);
    const isUndone = action === 'undo' && lastAction && lastAction.action !== 'delete';
    if (isGone && current && exists) current.until = at;
    if (!isGone && !exists) life.spans.push({ from: at, until: null });
    if (action === 'new' || action === 'strengthen' || (action === 'undo' && !isGone && !exists))
      life.flags.push({ at, action });
    else if (isUndone && change.after === lastAction?.before) life.flags.pop();
    if (action !== 'changed' && action !== 'stale') lastAction = action === 'undo' ? undefined : change;
  }
  return life;
}

/** When a memory got its present meaning, and how. */
export interface LastWritten {
  /** UTC. */
  at: string;
  /** `written`, if nobody strengthened or restored it since. */
  how: 'written' | 'written again' | 'strengthened' | 'restored';
}

/** Null without a dated birth. */
export function lastWritten({ flags, spans }: MemoryLife): LastWritten | null {
  const first = spans[0]?.from;
  if (first === undefined) return null;
  const { at, action } = flags.at(-1) ?? { at: spans.at(-1)?.from ?? first, action: 'new' };
  if (action === 'strengthen') return { at, how: 'strengthened' };
  if (at === first) return { at, how: 'written' };
  return { at, how: action === 'undo' ? 'restored' : 'written again' };
}

/**
 * How often a memory's mistake came back since it was first written, and since it was last written: `came back 3 times, once
 * since 26 Oct`, `came back twice, not since 9 Oct`; empty if it did not. Dates of this year are shown without it.
 */
export function cameBackWords(all: number, now: number, { at, how }: LastWritten, year: string): string {
  if (all === 0) return '';
  const back = `came back ${times(all)}`;
  if (how === 'written') return back;
  const day = dayIn(at, year);
  if (now === 0) return `${back}, not since ${day}`;
  return now === all ? `${back} since ${day}` : `${back}, ${times(now)} since ${day}`;
}
