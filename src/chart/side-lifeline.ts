import type { MissGroup } from '../memory/misses/miss-group.ts';
import type { Drawing } from './drawing.ts';
import { groupLine } from './group-line.ts';
import { lifeline } from './lifeline.ts';

/** What the column beside a session has room for; the memory page has more. */
const MARKS = 20;

const known = new WeakMap<MissGroup, Drawing>();

/** The lifeline of a group beside its sessions. Drawn once: a group may stand beside hundreds. */
export function sideLifeline(group: MissGroup): Drawing {
  const before = known.get(group);
  if (before) return before;
  const drawn = lifeline(groupLine(group, null, MARKS));
  known.set(group, drawn);
  return drawn;
}
