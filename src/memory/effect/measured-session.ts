import { isAttended, type Session } from '#src/chronicle/session.ts';

/** Whether a session counts when the effect of notebook, briefing or recall is measured: attended, and recorded by hooks as it happened. */
export function isMeasured(session: Session): boolean {
  return isAttended(session) && session.chronicle.frontMatter.source === undefined;
}
