import type { Session } from '../chronicle/session.ts';

/** Whether somebody was there to correct it. What headless runs log is counted apart. */
export function isAttended({ chronicle }: Session): boolean {
  return chronicle.frontMatter.attended !== 'no';
}

/** Whether a session counts where rates are worked out: attended, not backfilled, with an event or a summary. */
export function isCounted(session: Session): boolean {
  const { frontMatter, events, summary } = session.chronicle;
  return isAttended(session) && frontMatter.source !== 'backfill' && (events.length > 0 || summary.kind !== 'none');
}
