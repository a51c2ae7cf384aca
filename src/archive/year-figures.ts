/** The numbers of a year, for its page, its card and its post. */
import { isImported, type Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';
import type { MissGroup } from '../memory/misses/miss-group.ts';
import { timelineDays } from '../timeline/timeline-days.ts';
import { grouped } from '../value/grouped.ts';
import { type ActivityDay, despiteDays, yearActivity } from './activity.ts';
import { importedPrompts } from './imported-counts.ts';
import { yearOf } from './year.ts';

/** A year without words: nothing in it comes from a text of the archive. */
export interface YearFigures {
  year: string;
  /** `{ value: '68', label: 'sessions' }`. Without zeros. */
  numbers: { value: string; label: string }[];
  /** The events of each tag that has any. */
  counts: Map<Tag, number>;
  /** Its weeks from the first to the last with a session, from Monday. */
  weeks: ActivityDay[][];
}

/** The figures of a year, from all sessions and mistakes. Imported sessions and their prompts are counted apart. */
export function yearFigures(year: string, all: readonly Session[], groups: readonly MissGroup[]): YearFigures {
  const sessions = all.filter((session) => yearOf(session) === year);
  const imported = sessions.filter(isImported).length;
  const heads = sessions.flatMap(({ facts }) => facts ?? []);
  const sum = (of: (head: (typeof heads)[number]) => number) => heads.reduce((total, head) => total + of(head), 0);
  const numbers: [number, one: string, several: string][] = [
    [sessions.length - imported, 'session', 'sessions'],
    [Math.round(sum(({ activeMinutes }) => activeMinutes) / 60), 'hour active', 'hours active'],
    [sessions.reduce((total, session) => total + ownPrompts(session), 0), 'prompt', 'prompts'],
    [sum(({ commits }) => commits), 'commit', 'commits'],
    [sessions.filter(({ chronicle }) => chronicle.summary.narrative !== null).length, 'narrative', 'narratives'],
    [imported, 'imported session', 'imported sessions'],
  ];
  return {
    year,
    numbers: numbers.flatMap(([count, one, several]) =>
      count === 0 ? [] : [{ value: grouped(count), label: count === 1 ? one : several }],
    ),
    counts: yearCounts(year, all),
    weeks: usedWeeks(yearActivity(all, despiteDays(groups), year)?.weeks ?? []),
  };
}

function ownPrompts(session: Session): number {
  return (session.facts?.prompts ?? 0) - importedPrompts(session);
}

/** The events of a year by tag, shown found ones included. Events count by their own day. */
export function yearCounts(year: string, all: readonly Session[]): Map<Tag, number> {
  const counts = new Map<Tag, number>();
  for (const { date, counts: logged, found } of timelineDays(all)) {
    if (!date.startsWith(year)) continue;
    for (const [tag, count] of [...logged, ...found]) counts.set(tag, (counts.get(tag) ?? 0) + count);
  }
  return counts;
}

function usedWeeks(weeks: readonly ActivityDay[][]): ActivityDay[][] {
  const isUsed = (week: ActivityDay[]) => week.some(({ sessions, events }) => sessions + events > 0);
  return weeks.slice(weeks.findIndex(isUsed), weeks.findLastIndex(isUsed) + 1);
}
