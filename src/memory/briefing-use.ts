import { isAttended, type Session } from '#src/format/session.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';

/**
 * In how many sessions the agent used an observation that the briefing at its start had shown, as a sentence; null if no attended
 * session that hooks recorded was shown one. It used one if it named the observation's id in a command. One line may have told it
 * enough, so this is the least.
 */
export function briefingUse(sessions: readonly Session[]): string | null {
  const briefed = sessions.flatMap((session) => {
    const isMeasured = isAttended(session) && session.chronicle.frontMatter.source === undefined;
    const { briefing } = (isMeasured && session.facts) || {};
    return briefing && briefing.shown.length > 0 ? [briefing] : [];
  });
  if (briefed.length === 0) return null;
  const using = briefed.filter(({ used }) => used.length > 0).length;
  return `The agent used what the briefing showed it in ${grouped(using)} of ${counted(briefed.length, 'session')}.`;
}
