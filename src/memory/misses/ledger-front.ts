import { GROUP_STATES, type MissGroup } from './miss-group.ts';

/** A short ledger is shown whole or nearly so; a long one opens fewer of each state, as each is up to 16 kB of HTML. */
const SHORT = 40;
const OF_STATE = { short: 10, long: 6 };

/** The mistakes that the memory page shows with all that happened, the first of each state, and those that it only lists. */
export function ledgerFront(groups: readonly MissGroup[]): { front: MissGroup[]; rest: MissGroup[] } {
  const most = groups.length > SHORT ? OF_STATE.long : OF_STATE.short;
  const byState = Map.groupBy(groups, ({ state }) => state);
  const front = GROUP_STATES.flatMap((state) => byState.get(state)?.slice(0, most) ?? []);
  const shown = new Set(front);
  return { front, rest: groups.filter((group) => !shown.has(group)) };
}

/** The address of a mistake on the memory page. */
export function mistakeAddress({ anchor }: MissGroup): string {
  return `/memory/#${anchor}`;
}
