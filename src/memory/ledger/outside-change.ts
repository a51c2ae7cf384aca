import { DAY_MS } from '#src/lib/calendar-day.ts';
import { shellWord } from '#src/lib/shell-word.ts';
import type { LedgerLine } from './ledger.ts';

/**
 * The last change of a memory that no approved proposal made, if a person had approved its content or its deletion before.
 * Null if the approved state is back, if a later proposal was approved, and for memories that no approved proposal ever
 * touched: Claude Code writes those as it likes. `changes` are those of one memory, oldest first.
 */
export function outsideChange<Line extends LedgerLine>(changes: readonly Line[]): Line | null {
  let approved: LedgerLine | null = null;
  let outside: Line | null = null;
  for (const change of changes) {
    if (change.source === 'retro') [approved, outside] = [change, null];
    else if (change.source === 'seen' && approved) outside = change.after === approved.after ? null : change;
  }
  return outside;
}

/** Older changes are only in the history of their memory (ms). */
const RECENT = 30 * DAY_MS;

/** The changes that a person should look at: `outsideChange` of each memory in a project's ledger, of the last 30 days. */
export function recentOutsideChanges<Line extends LedgerLine>(ledger: readonly Line[], now: Date): Line[] {
  return [...Map.groupBy(ledger, ({ file }) => file).values()].flatMap((changes) => {
    const change = outsideChange(changes);
    return change && now.getTime() - Date.parse(change.at) <= RECENT ? [change] : [];
  });
}

/**
 * `in session X`, or `before session X began`, if that session found it at its start. `started` (UTC) is empty if the session
 * is not in the archive.
 */
export function outsideWords({ at, session_id }: Pick<LedgerLine, 'at' | 'session_id'>, started: string): string {
  return Date.parse(at) < Date.parse(started) ? `before session ${session_id} began` : `in session ${session_id}`;
}

/** The command that shows a memory with its diff. */
export function showMemoryCommand(file: string, project: string): string {
  return `chronicle memory show ${wordOf(file)} --project ${wordOf(project)}`;
}

function wordOf(text: string): string {
  return /^\w[\w.-]*$/.test(text) ? text : shellWord(text);
}
