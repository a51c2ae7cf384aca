import type { Lifeline } from '../chart/lifeline.ts';
import { groupLine } from './group-line.ts';
import type { MissGroup } from './miss-group.ts';

/** What the side column of a session has room for, of each kind of mark; the memory page has them all. */
const SHOWN = 12;

/** The newest part of a group's life, from miss or hit to miss or hit: so it stays the same while nothing happens to it. */
export function sessionLifeline(group: MissGroup): Lifeline {
  const [misses, hits] = [group.misses.slice(-SHOWN), group.hits.slice(-SHOWN)];
  const dates = [...misses, ...hits].map(({ event }) => event.date).sort();
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  return groupLine({ ...group, misses, hits, flags: group.flags.slice(-SHOWN) }, first, last);
}
