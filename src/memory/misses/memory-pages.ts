import { memoised } from '#src/value/memo.ts';
import { GROUP_STATES, type GroupState, type MissGroup, stateSlug } from './miss-group.ts';

/** Miss groups by page, in their order: the first of each state are on the memory page, all of a long state on pages of their own. */
export interface MemoryPages {
  front: MissGroup[];
  /** States with more groups than the front page shows. */
  further: FurtherPage[];
  /** The address of a group, with its anchor. */
  addressOf(group: MissGroup): string;
}

export interface FurtherPage {
  state: GroupState;
  /** From 1. */
  number: number;
  /** How many pages the state has. */
  of: number;
  /** `/memory/no-rule/2/` */
  address: string;
  groups: MissGroup[];
}

/** A short ledger is shown whole or nearly so; a long one has fewer of each state, which is up to 16 kB of HTML a row. */
const SHORT = 40;
const ON_FRONT = { short: 10, long: 6 };
const ON_FURTHER = 20;

/** The pages of these groups, in their order. The same array gets the same pages. */
export const memoryPages = memoised(divided);

function divided(groups: readonly MissGroup[]): MemoryPages {
  const byState = Map.groupBy(groups, ({ state }) => state);
  const most = groups.length > SHORT ? ON_FRONT.long : ON_FRONT.short;
  const front = GROUP_STATES.flatMap((state) => byState.get(state)?.slice(0, most) ?? []);
  const further = GROUP_STATES.flatMap((state) => pagesOf(state, byState.get(state) ?? [], most));
  const pageOf = new Map(further.flatMap((page) => page.groups.map((group) => [group.id, page.address] as const)));
  for (const group of front) pageOf.delete(group.id);
  return { front, further, addressOf: ({ id, anchor }) => `${pageOf.get(id) ?? '/memory/'}#${anchor}` };
}

function pagesOf(state: GroupState, groups: readonly MissGroup[], onFront: number): FurtherPage[] {
  if (groups.length <= onFront) return [];
  const of = Math.ceil(groups.length / ON_FURTHER);
  return Array.from({ length: of }, (_, i) => ({
    state,
    number: i + 1,
    of,
    address: `/memory/${stateSlug(state)}/${i === 0 ? '' : `${i + 1}/`}`,
    groups: groups.slice(i * ON_FURTHER, (i + 1) * ON_FURTHER),
  }));
}
