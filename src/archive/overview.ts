import type { Session } from '../chronicle/session.ts';
import type { MemoryTrends } from '../memory/misses/memory-trends.ts';
import { counted, countedEvents, monthName } from '../text/day.ts';

/** The figures of the sentence at the top of the overview. */
interface Figures {
  sessions: number;
  /** In the transcripts that were read. */
  prompts: number;
  events: number;
  candidates: number;
  /** The dates of the first and last session. */
  first: string;
  last: string;
  memory: Pick<MemoryTrends, 'hits' | 'misses' | 'kinds'>;
}

/** A part of a computed sentence. */
export interface Phrase {
  text: string;
  isStrong: boolean;
}

/** Below this, a number suggests more than it shows. */
const ENOUGH = 5;

/**
 * `63 sessions since July, 346 prompts and 555 events. Memory hit 51 times and missed 33 times; 6 of those misses broke an existing rule.`
 * Empty below five sessions; without the second sentence below five hits and misses.
 */
export function overviewSentence({ first, last, memory, ...figures }: Figures): Phrase[] {
  const { sessions } = figures;
  if (sessions < ENOUGH) return [];
  const opening: Phrase[] = [
    { text: counted(sessions, 'session'), isStrong: true },
    { text: ` ${since(first, last)}, ${workWords(figures)}.`, isStrong: false },
  ];
  const { hits, misses, kinds } = memory;
  if (hits + misses < ENOUGH) return opening;
  const outcome = ` Memory ${done('hit', hits)} and `;
  if (kinds.despite === 0) {
    return [...opening, { text: outcome, isStrong: false }, { text: `${done('missed', misses)}.`, isStrong: true }];
  }
  return [
    ...opening,
    { text: `${outcome}${done('missed', misses)}; `, isStrong: false },
    { text: `${kinds.despite.toLocaleString('en-GB')} of those misses broke an existing rule.`, isStrong: true },
  ];
}

/** `346 prompts and 555 events`, without what is not there. */
function workWords({ prompts, events, candidates }: Pick<Figures, 'prompts' | 'events' | 'candidates'>): string {
  if (prompts === 0) return countedEvents(events, candidates);
  const asked = counted(prompts, 'prompt');
  return events + candidates === 0 ? asked : `${asked} and ${countedEvents(events, candidates)}`;
}

/**
 * Why the tag counts of the overview are higher than the sentence above them: `These counts include 4 memory hits from
 * unattended sessions, which memory figures do not count.` Empty if they agree.
 */
export function unattendedRemark({ hits, misses }: Pick<MemoryTrends['unattended'], 'hits' | 'misses'>): string {
  const parts = [
    ...(hits > 0 ? [counted(hits, 'memory hit')] : []),
    ...(misses > 0 ? [counted(misses, 'memory miss', 'memory misses')] : []),
  ];
  if (parts.length === 0) return '';
  return `These counts include ${parts.join(' and ')} from unattended sessions, which memory figures do not count.`;
}

/** `6 of 33 misses broke an existing rule.` Empty below five hits and misses, and without a miss. */
export function memorySentence({ hits, misses, kinds }: Figures['memory']): Phrase[] {
  if (hits + misses < ENOUGH || misses === 0) return [];
  const share = `${kinds.despite === 0 ? 'None' : kinds.despite.toLocaleString('en-GB')} of ${counted(misses, 'miss', 'misses')}`;
  return [
    { text: share, isStrong: true },
    { text: ' broke an existing rule.', isStrong: false },
  ];
}

const PROJECTS_NAMED = 4;

/** `In 3 projects: inkwell, lantern and tidepool.` */
export function projectsRemark(sessions: readonly Session[]): string {
  const names = [...new Set(sessions.map(({ project }) => project.name))].sort();
  if (names.length > PROJECTS_NAMED) return `In ${counted(names.length, 'project')}.`;
  if (names.length < 2) return names.length === 0 ? '' : `In one project: ${names[0]}.`;
  return `In ${counted(names.length, 'project')}: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
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

function done(verb: string, count: number): string {
  if (count === 0) return `never ${verb}`;
  return count === 1 ? `${verb} once` : `${verb} ${count.toLocaleString('en-GB')} times`;
}
