import type { Session } from '../format/session.ts';
import { openMistakes } from '#src/memory/mistake-state.ts';
import type { MemoryTrends } from '#src/memory/memory-trends.ts';
import type { GroupState, MissGroup } from '#src/memory/occurrences.ts';
import { counted, countedEvents, monthName } from '../lib/text/day.ts';
import { grouped } from '../lib/grouped.ts';
import { listed } from '../lib/listed.ts';
import { spelled } from '../lib/spelled.ts';

/** The figures of the sentence at the top of the overview. */
interface Figures {
  sessions: number;
  projects: number;
  /** The dates of the first and last session. */
  first: string;
  last: string;
}

/** A part of a computed sentence. */
export interface Phrase {
  text: string;
  isStrong: boolean;
}

/** Below this, a number suggests more than it shows. */
const ENOUGH = 5;
const PROJECTS_NAMED = 4;

/** `A diary of your work with Claude Code: 68 sessions in three projects since July.` */
export function overviewSentence({ sessions, projects, first, last }: Figures): Phrase[] {
  const where = `in ${spelled(projects).toLowerCase()} ${projects === 1 ? 'project' : 'projects'}`;
  return [
    { text: 'A diary of your work with Claude Code: ', isStrong: false },
    { text: counted(sessions, 'session'), isStrong: true },
    { text: ` ${where} ${since(first, last)}.`, isStrong: false },
  ];
}

/** What is said of a single mistake. */
const ALONE: Record<GroupState, string> = {
  holds: 'it is kept away by a rule',
  broken: 'it came back in spite of a rule',
  'rule missing': 'it names a rule that is missing',
  'no rule': 'it has no rule yet',
  'too early': 'it is too early to say whether its rule helps',
};

/**
 * `17 mistakes are on record: 6 are kept away by a rule, 3 came back in spite of one, 5 have no rule yet, and for 3 it is too
 * early to say.` Empty without mistakes.
 */
export function mistakesSentence(states: readonly GroupState[]): string {
  const [first, ...others] = states;
  if (first === undefined) return '';
  if (others.length === 0) return `One mistake is on record: ${ALONE[first]}.`;
  const count = (state: GroupState) => states.filter((each) => each === state).length;
  const part = (state: GroupState, words: (number: string, isOne: boolean) => string) => {
    const number = count(state);
    return number === 0 ? [] : [words(grouped(number), number === 1)];
  };
  const parts = [
    ...part('holds', (number, isOne) => `${number} ${isOne ? 'is' : 'are'} kept away by a rule`),
    ...part('broken', (number) => `${number} came back in spite of one`),
    ...part('rule missing', (number, isOne) => `${number} ${isOne ? 'names' : 'name'} a rule that is missing`),
    ...part('no rule', (number, isOne) => `${number} ${isOne ? 'has' : 'have'} no rule yet`),
    ...part('too early', (number) => `for ${number} it is too early to say`),
  ];
  return `${grouped(states.length)} mistakes are on record: ${parts.slice(0, -1).join(', ')}${parts.length > 1 ? ', and ' : ''}${parts.at(-1)}.`;
}

/**
 * Why fewer mistakes are open than are on record: `6 open: 2 broken, 4 made more than once without a rule`.
 */
export function openRemark(groups: readonly MissGroup[]): string {
  const open = openMistakes(groups);
  if (open.length === 0) return 'none open';
  const broken = open.filter(({ state }) => state === 'broken').length;
  const again = open.length - broken;
  const parts = [
    ...(broken > 0 ? [`${grouped(broken)} broken`] : []),
    ...(again > 0 ? [`${grouped(again)} made more than once without a rule`] : []),
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

/** A number of the headline of the memory page: `10`, of `42`, `misses happened although a rule against them was on file.` */
export interface HeadlineNumber {
  number: string;
  of: string;
  says: string;
}

/** How many misses happened despite a rule, and how many rules are broken. None below five hits and misses, and without a miss. */
export function memoryHeadline({
  trends: { hits, misses, kinds },
  rules,
  broken,
  brokenBefore = 0,
}: {
  trends: Pick<MemoryTrends, 'hits' | 'misses' | 'kinds'>;
  /** Rules that exist, and how many of them were missed since they were last written. */
  rules: number;
  broken: number;
  /** Rules that were missed since they were first written, but not since they were strengthened. */
  brokenBefore?: number;
}): HeadlineNumber[] {
  if (hits + misses < ENOUGH || misses === 0) return [];
  const isOne = misses === 1;
  const despite = {
    number: grouped(kinds.despite),
    of: grouped(misses),
    says: `${isOne ? 'miss' : 'misses'} happened although a rule against ${isOne ? 'it' : 'them'} was on file.`,
  };
  if (rules === 0) return [despite];
  const earlier =
    brokenBefore === 0
      ? ''
      : ` The ${brokenBefore === 1 ? 'mistake' : 'mistakes'} of ${grouped(brokenBefore)} more came back earlier, but not since ${brokenBefore === 1 ? 'it was' : 'they were'} strengthened.`;
  const verb = broken === 1 ? 'is broken: its mistake' : 'are broken: their mistakes';
  return [
    despite,
    {
      number: grouped(broken),
      of: grouped(rules),
      says: `${rules === 1 ? 'rule' : 'rules'} ${verb} came back after ${broken === 1 ? 'it was' : 'they were'} last written or strengthened.${earlier}`,
    },
  ];
}

function since(first: string, last: string): string {
  if (first.slice(0, 7) === last.slice(0, 7)) return `in ${monthName(last)}`;
  const isLongAgo =
    Number(last.slice(0, 4)) * 12 +
      Number(last.slice(5, 7)) -
      Number(first.slice(0, 4)) * 12 -
      Number(first.slice(5, 7)) >
    11;
  return `since ${monthName(first)}${isLongAgo ? ` ${first.slice(0, 4)}` : ''}`;
}
