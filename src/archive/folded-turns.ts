/**
 * The prompts of a long session that have nothing under them, folded where several follow each other. In a session of sixty
 * prompts they are a third of the page.
 */
import type { Turn } from './session-conversation.ts';

/** A turn, or several that are folded. */
export interface LogRow extends Turn {
  /** The folded turns; null for a turn that is shown. */
  folded: readonly Turn[] | null;
}

/** Sessions with fewer prompts are shown whole. */
const LONG = 25;
/** So many in a row are folded. */
const FEWEST = 2;

/** The rows of a log, in order. */
export function logRows(turns: readonly Turn[]): LogRow[] {
  if (turns.filter(({ prompt }) => prompt !== null).length < LONG) return turns.map(shown);
  const rows: LogRow[] = [];
  let run: Turn[] = [];
  const end = () => {
    const [first] = run;
    if (first && run.length >= FEWEST) rows.push({ ...first, folded: run });
    else rows.push(...run.map(shown));
    run = [];
  };
  for (const turn of turns) {
    // A new day and idle time are shown where they begin.
    if (turn.prompt !== null && turn.items.length === 0 && turn.newDay === null && turn.idle === null) {
      run.push(turn);
      continue;
    }
    end();
    rows.push(shown(turn));
  }
  end();
  return rows;
}

function shown(turn: Turn): LogRow {
  return { ...turn, folded: null };
}
