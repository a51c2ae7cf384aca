/** The lines that approved changes leave in the ledger. */
import type { LedgerLine } from '#src/memory/ledger/ledger.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { sha256Of } from '../lib/digest.ts';
import { digestOf, type Sides } from './file-bytes.ts';

const LEDGER_ACTIONS = { NEW: 'new', STRENGTHEN: 'strengthen', 'STALE?': 'stale', DELETE: 'delete' } as const;

/** The line of an applied proposal. `at` is UTC. */
export function applyLine({ id, action, file, session_id, events }: Proposal, memory: Sides, at: string): LedgerLine {
  return {
    id: lineId('apply', id, at),
    at,
    source: 'retro',
    action: LEDGER_ACTIONS[action],
    file,
    session_id,
    events,
    ...digests(memory),
  };
}

/** The line of an undone change. `memory` is what the undo does; the proposal is undefined if the file of proposals lost it. */
export function undoLine(
  { proposal, file }: { proposal: string; file: string },
  known: Proposal | undefined,
  memory: Sides,
  at: string,
): LedgerLine {
  return {
    id: lineId('undo', proposal, at),
    at,
    source: 'retro',
    action: 'undo',
    file,
    session_id: known?.session_id ?? '',
    events: known?.events ?? [],
    ...digests(memory),
  };
}

/** The digests of a file before and after a change. */
export function digests({ before, after }: Sides): Sides {
  return { before: digestOf(before), after: digestOf(after) };
}

/** The same change always gets the same id, so it is entered once. */
function lineId(...parts: string[]): string {
  return `l-${sha256Of(parts.join('\n')).slice(0, 12)}`;
}
