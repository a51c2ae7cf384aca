/**
 * The runs of a timeline as a file for the script of its page. Counts are letters for kinds with numbers, and the anchors of
 * what can be drawn as marks:
 *
 *     [120, 0, 57, "a2:3fa9c1,99aabb d1?1:77aa01,0b12cd g14", "2026-11-17-lar-33-invoice-numbers/"]
 */
import { dayAfter, daysBetween } from '../value/calendar-day.ts';
import type { Tally, TimelineRun, TimelineRuns } from './timeline-runs.ts';

export interface TimelineFile extends Omit<TimelineRuns, 'runs' | 'last'> {
  runs: readonly (readonly [day: number, project: number, session: number, tallies: string, name?: string])[];
}

/** A lane with more in one column is drawn as bars. */
export const HIGHEST_STACK = 7;

export function timelineFile({ runs, last, ...rest }: TimelineRuns): TimelineFile {
  const perDay = new Map<string, number>();
  const keyOf = ({ date }: TimelineRun, { kind }: Tally) => `${date} ${kind}`;
  for (const run of runs)
    for (const tally of run.tallies) {
      const key = keyOf(run, tally);
      perDay.set(key, (perDay.get(key) ?? 0) + tally.events + tally.candidates);
    }
  return {
    ...rest,
    runs: runs.map((run) => {
      const { date, project, session, address, tallies } = run;
      const written = tallies.map((tally) => {
        const { kind, events, candidates, ids } = tally;
        const counts = `${String.fromCharCode(A + kind)}${events}${candidates > 0 ? `?${candidates}` : ''}`;
        const isDrawn = ids && (perDay.get(keyOf(run, tally)) ?? 0) <= HIGHEST_STACK;
        return isDrawn ? `${counts}:${ids.map((id) => id.slice(2)).join()}` : counts;
      });
      const day = daysBetween(rest.first, date);
      const prefix = prefixOf(rest, project);
      const head = [day, project, session, written.join(' ')] as const;
      return written.some((each) => each.includes(':')) ? [...head, address.slice(prefix.length)] : head;
    }),
  };
}

/** Reads what `timelineFile` wrote. */
export function readTimelineFile({ runs, ...rest }: TimelineFile): TimelineRuns {
  const days = new Map<number, string>();
  const dateOf = (day: number) => {
    const date = days.get(day) ?? dayAfter(rest.first, day);
    days.set(day, date);
    return date;
  };
  const read = runs.map(
    ([day, project, session, tallies, name = '']): TimelineRun => ({
      date: dateOf(day),
      project,
      session,
      address: name && prefixOf(rest, project) + name,
      tallies: Array.from(tallies.matchAll(TALLY), ([, letter = 'a', events, candidates = 0, ids]): Tally => {
        const kind = letter.charCodeAt(0) - A;
        const prefix = rest.kinds[kind]?.kind === 'OBSERVATION' ? 'o-' : 'e-';
        return {
          kind,
          events: Number(events),
          candidates: Number(candidates),
          ids: ids?.split(',').map((id) => prefix + id) ?? null,
        };
      }),
    }),
  );
  return { ...rest, last: read.at(-1)?.date ?? rest.first, runs: read };
}

const A = 97;
const TALLY = /([a-z])(\d+)(?:\?(\d+))?(?::([\w,-]+))?/g;

function prefixOf({ projects }: Pick<TimelineRuns, 'projects'>, project: number): string {
  return `/sessions/${encodeURIComponent(projects[project]?.slug ?? '')}/`;
}
