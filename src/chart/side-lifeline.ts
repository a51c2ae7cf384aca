import { memoised } from '#src/value/memo.ts';
import type { MissGroup } from '../memory/misses/miss-group.ts';
import type { Drawing } from './drawing.ts';
import { groupLine } from './group-line.ts';
import { lifeline } from './lifeline.ts';

/** What the column beside a session has room for; the memory page has more. */
const MARKS = 20;

/** The lifeline of a group beside its sessions. Drawn once: a group may stand beside hundreds. */
export const sideLifeline = memoised((group: MissGroup): Drawing => lifeline(groupLine(group, null, MARKS)));
