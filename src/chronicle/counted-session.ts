import { loggedEvents } from './logged-events.ts';
import type { Session } from './session.ts';

/** Whether somebody was there to correct it. What headless runs log is counted apart. */
export function isAttended({ chronicle }: Session): boolean {
  return chronicle.frontMatter.attended !== 'no';
}

/** Whether its chronicle was made of a transcript: nobody logged anything while it ran. */
export function isBackfilled({ chronicle }: Session): boolean {
  return chronicle.frontMatter.source === 'backfill';
}

/** Whether a session counts where rates are worked out: attended, not backfilled, with an event or a summary. */
export function isCounted(session: Session): boolean {
  const { summary } = session.chronicle;
  const hasWords = loggedEvents(session.chronicle).length > 0 || summary.kind !== 'none';
  return isAttended(session) && !isBackfilled(session) && hasWords;
}
