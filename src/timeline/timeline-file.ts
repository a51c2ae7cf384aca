/**
 * The runs of a timeline as a file for the script of its page: a word for each run, with what differs from the run before.
 *
 *     +3/1a2bd?1    three days later, in project 1: two of kind a, one of kind b, one and one found of kind d
 *     ~4c           a further day of session 4
 */
import { dayAfter, daysBetween } from '../value/calendar-day.ts';
import type { Tally, TimelineRun, TimelineRuns } from './timeline-runs.ts';

export interface TimelineFile extends Omit<TimelineRuns, 'runs' | 'last'> {
  runs: string;
}

/** Writes the counts of runs. Addresses and anchors are left out, as the files of rows have them. */
export function timelineFile({ runs, last, ...rest }: TimelineRuns): TimelineFile {
  let before: Pick<TimelineRun, 'date' | 'project'> = { date: rest.first, project: 0 };
  let sessions = 0;
  const words = runs.map((run) => {
    const days = daysBetween(before.date, run.date);
    const word = [
      days > 0 && `+${days}`,
      run.project !== before.project && `/${run.project}`,
      run.session !== sessions && `~${run.session}`,
      ...run.tallies.map(written),
    ];
    before = run;
    sessions = Math.max(sessions, run.session + 1);
    return word.filter(Boolean).join('');
  });
  return { ...rest, runs: words.join(' ') };
}

function written({ kind, events, found }: Tally): string {
  return `${String.fromCharCode(A + kind)}${events === 1 ? '' : events}${found > 0 ? `?${found}` : ''}`;
}

/** Reads what `timelineFile` wrote. */
export function readTimelineFile({ runs, ...rest }: TimelineFile): TimelineRuns {
  let [date, project, sessions] = [rest.first, 0, 0];
  const read = Array.from(runs.matchAll(RUN), ([, days, other, earlier, tallies = '']): TimelineRun => {
    if (days) date = dayAfter(date, Number(days));
    if (other) project = Number(other);
    return {
      date,
      project,
      session: earlier ? Number(earlier) : sessions++,
      address: '',
      tallies: Array.from(
        tallies.matchAll(TALLY),
        ([, letter = 'a', events, found = 0]): Tally => ({
          kind: letter.charCodeAt(0) - A,
          events: Number(events || 1),
          found: Number(found),
          ids: null,
        }),
      ),
    };
  });
  return { ...rest, last: date, runs: read };
}

const A = 97;
const RUN = /(?:\+(\d+))?(?:\/(\d+))?(?:~(\d+))?([a-z][a-z\d?]*)/g;
const TALLY = /([a-z])(\d*)(?:\?(\d+))?/g;
