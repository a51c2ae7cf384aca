import { memoised } from '#src/value/memo.ts';
import { GROUP_STATES, type GroupState, type MissGroup } from './miss-group.ts';

/** How miss groups are spread over pages: the first of each state on one, the rest of a long state on pages of its own. */
export interface MemoryPages {
  front: MissGroup[];
  /** States with more groups than the front page shows. */
  further: FurtherPage[];
  /** Where a group stands. */
  addressOf(group: MissGroup): string;
}

export interface FurtherPage {
  state: GroupState;
  /** From 1. */
  number: number;
  /** How many pages the state has. */
  of: number;
  /** `/memory/held/2/` */
  address: string;
  groups: MissGroup[];
}

/** What a reader looks through; each is up to 16 kB of HTML. */
const ON_FRONT = 12;
const ON_FURTHER = 50;

/** The pages of these groups, in their order. The same array gets the same pages. */
export const memoryPages = memoised(divided);

function divided(groups: readonly MissGroup[]): MemoryPages {
  const byState = Map.groupBy(groups, ({ state }) => state);
  const front = [...byState.values()].flatMap((members) => members.slice(0, ON_FRONT));
  const further = (Object.keys(GROUP_STATES) as GroupState[]).flatMap((state) =>
    pagesOf(state, byState.get(state) ?? []),
  );
  const pageOf = new Map(further.flatMap((page) => page.groups.map((group) => [group.id, page.address] as const)));
  for (const group of front) pageOf.delete(group.id);
  return { front, further, addressOf: ({ id, anchor }) => `${pageOf.get(id) ?? '/memory/'}#${anchor}` };
}

function pagesOf(state: GroupState, groups: readonly MissGroup[]): FurtherPage[] {
  if (groups.length <= ON_FRONT) return [];
  const of = Math.ceil(groups.length / ON_FURTHER);
  return Array.from({ length: of }, (_, i) => ({
    state,
    number: i + 1,
    of,
    address: i === 0 ? `/memory/${state}/` : `/memory/${state}/${i + 1}/`,
    groups: groups.slice(i * ON_FURTHER, (i + 1) * ON_FURTHER),
  }));
}
