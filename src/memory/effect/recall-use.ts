/** How often the agent asks the archive. */

import type { Session } from '#src/chronicle/session.ts';
import { counted } from '#src/text/day.ts';
import { grouped } from '#src/value/grouped.ts';
import { isMeasured } from './measured-session.ts';

/**
 * How many attended sessions that hooks recorded asked the archive, as a sentence; null if none of these sessions has facts that count it. Whether
 * the answers helped is not known.
 */
export function recallUse(sessions: readonly Session[]): string | null {
  const counts = sessions.filter(isMeasured).flatMap(({ facts }) => facts?.recalls ?? []);
  if (counts.length === 0) return null;
  const asking = counts.filter((count) => count > 0);
  if (asking.length === 0) return `The agent has not asked the archive in ${counted(counts.length, 'session')}.`;
  const times = asking.reduce((sum, count) => sum + count, 0);
  return `The agent asked the archive in ${grouped(asking.length)} of ${counted(counts.length, 'session')}, ${counted(times, 'time')} in all.`;
}
