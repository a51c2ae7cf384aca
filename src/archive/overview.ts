import type { Session } from '#src/format/session.ts';
import { openMistakes } from '#src/memory/mistakes.ts';
import type { MemoryTrends } from '#src/memory/memory.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import { counted, countedEvents, monthName } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';

/** Below this, a number suggests more than it shows. */
const ENOUGH = 5;
const PROJECTS_NAMED = 4;

/**
 * Why fewer mistakes are open than are on record: `6 open: 2 broken, 4 made more than once without a memory`.
 */
export function openRemark(mistakes: readonly Mistake[]): string {
  const open = openMistakes(mistakes);
  if (open.length === 0) return 'none open';
  const broken = open.filter(({ state }) => state === 'broken').length;
  const again = open.length - broken;
  const parts = [
    ...(broken > 0 ? [`${grouped(broken)} broken`] : []),
    ...(again > 0 ? [`${grouped(again)} made more than once without a memory`] : []),
  ];
  return `${grouped(open.length)} open: ${parts.join(', ')}`;
}

/** `383 prompts and 583 events in larder, nestbox and tidemark.` */
export function holdingsRemark(
  { prompts, events, found }: { prompts: number; events: number; found: number },
  sessions: readonly Session[],
): string {
  const names = [...new Set(sessions.map(({ project }) => project.name))].sort();
  const counts = workWords({ prompts, events, found });
  if (names.length === 0 || names.length > PROJECTS_NAMED) return `${counts}.`;
  return `${counts} in ${listed(names)}.`;
}

/** `346 prompts and 555 events`, without what is not there. */
function workWords({ prompts, events, found }: { prompts: number; events: number; found: number }): string {
  if (prompts === 0) return countedEvents(events, found);
  const asked = counted(prompts, 'prompt');
  return events + found === 0 ? asked : `${asked} and ${countedEvents(events, found)}`;
}

/** A number of the headline of the memory page: `10`, of `42`, `misses happened although a memory against them was on file.` */
export interface HeadlineNumber {
  number: string;
  of: string;
  says: string;
}

/** How many misses happened despite a memory, and how many memories are broken. None below five hits and misses, and without a miss. */
export function memoryHeadline({
  trends: { hits, misses, kinds },
  memories,
  broken,
  brokenBefore = 0,
}: {
  trends: Pick<MemoryTrends, 'hits' | 'misses' | 'kinds'>;
  /** Memories that exist, and how many of them were missed since they were last written. */
  memories: number;
  broken: number;
  /** Memories that were missed since they were first written, but not since they were strengthened. */
  brokenBefore?: number;
}): HeadlineNumber[] {
  if (hits + misses < ENOUGH || misses === 0) return [];
  const isOne = misses === 1;
  const despite = {
    number: grouped(kinds.despite),
    of: grouped(misses),
    says: `${isOne ? 'miss' : 'misses'} happened although a memory against ${isOne ? 'it' : 'them'} was on file.`,
  };
  if (memories === 0) return [despite];
  const earlier =
    brokenBefore === 0
      ? ''
      : ` The ${brokenBefore === 1 ? 'mistake' : 'mistakes'} of ${grouped(brokenBefore)} more came back earlier, but not since ${brokenBefore === 1 ? 'it was' : 'they were'} strengthened.`;
  const verb = broken === 1 ? 'is broken: its mistake' : 'are broken: their mistakes';
  return [
    despite,
    {
      number: grouped(broken),
      of: grouped(memories),
      says: `${memories === 1 ? 'memory' : 'memories'} ${verb} came back after ${broken === 1 ? 'it was' : 'they were'} last written or strengthened.${earlier}`,
    },
  ];
}

/** `since July`, `in September`: when the sessions between two days were. */
export function sinceWords(first: string, last: string): string {
  if (first.slice(0, 7) === last.slice(0, 7)) return `in ${monthName(last)}`;
  const isLongAgo =
    Number(last.slice(0, 4)) * 12 +
      Number(last.slice(5, 7)) -
      Number(first.slice(0, 4)) * 12 -
      Number(first.slice(5, 7)) >
    11;
  return `since ${monthName(first)}${isLongAgo ? ` ${first.slice(0, 4)}` : ''}`;
}
