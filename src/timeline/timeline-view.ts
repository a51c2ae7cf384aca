/** What a timeline shows of a stretch of time and of chosen kinds and projects. Page and script count with the same code. */
import { counted } from '../text/day.ts';
import { grouped } from '../value/grouped.ts';
import { listed } from '../value/listed.ts';
import { OBSERVATION } from './lane-kind.ts';
import type { Tally, TimelineRun, TimelineRuns } from './timeline-runs.ts';

/** The first and last day, both included. */
export interface Days {
  first: string;
  last: string;
}

export interface Choice {
  /** The words of kinds, and `found` for found events; empty for all. */
  kinds: readonly string[];
  /** The slugs of projects; empty for all. */
  projects: readonly string[];
}

export const EVERYTHING: Choice = { kinds: [], projects: [] };
/** The word of found events among those of kinds. */
export const FOUND = 'found';

export interface TimelineView {
  /** The places of the runs with anything chosen, newest first, and how many rows they list. */
  runs: { place: number; rows: number }[];
  rows: number;
  sessions: number;
  events: number;
  found: number;
  observations: number;
  /** Chosen rows of each project, as if no project were chosen. */
  perProject: number[];
  /** Events of each kind in the chosen projects, as if no kind were chosen. */
  perKind: number[];
  /** Found events in the chosen projects. */
  allFound: number;
}

export function timelineView(timeline: TimelineRuns, days: Days, choice: Choice): TimelineView {
  const { kinds, projects, runs } = timeline;
  const shownOf = shownBy(timeline, choice);
  const isChosen = projects.map(({ slug }) => choice.projects.length === 0 || choice.projects.includes(slug));
  const view: TimelineView = {
    ...{ runs: [], rows: 0, sessions: 0, events: 0, found: 0, observations: 0, allFound: 0 },
    perProject: projects.map(() => 0),
    perKind: kinds.map(() => 0),
  };
  const sessions = new Set<number>();
  for (const [place, { project, session, tallies }] of between(runs, days)) {
    let rows = 0;
    for (const tally of tallies) {
      const shown = shownOf(tally);
      view.perProject[project] = (view.perProject[project] ?? 0) + shown.events + shown.found;
      if (!isChosen[project]) continue;
      view.perKind[tally.kind] = (view.perKind[tally.kind] ?? 0) + tally.events + tally.found;
      view.allFound += tally.found;
      rows += shown.events + shown.found;
      view.found += shown.found;
      if (kinds[tally.kind]?.kind === OBSERVATION) view.observations += shown.events;
      else view.events += shown.events;
    }
    if (rows === 0) continue;
    view.runs.push({ place, rows });
    view.rows += rows;
    sessions.add(session);
  }
  view.sessions = sessions.size;
  return view;
}

/** What the numbers of projects count: `events and observations`, or with a choice `errors and pivots`. */
export function countedKinds({ kinds }: Pick<TimelineRuns, 'kinds'>, chosen: Choice['kinds']): string {
  const words = kinds.filter(({ word }) => chosen.includes(word)).map(({ several }) => several);
  if (words.length > 0) return listed(words);
  if (chosen.length > 0) return 'found events';
  return kinds.some(({ kind }) => kind === OBSERVATION) ? 'events and observations' : 'events';
}

/** The number of a tally's logged and found events that are shown. */
export function shownBy(
  { kinds }: Pick<TimelineRuns, 'kinds'>,
  choice: Pick<Choice, 'kinds'>,
): (tally: Tally) => { events: number; found: number } {
  const all = choice.kinds.length === 0;
  const found = all || choice.kinds.includes(FOUND);
  const isKind = kinds.map(({ word }) => all || choice.kinds.includes(word));
  return (tally) => ({
    events: isKind[tally.kind] ? tally.events : 0,
    found: found || isKind[tally.kind] ? tally.found : 0,
  });
}

/** The runs of these days with their places, newest first. */
export function* between(runs: readonly TimelineRun[], { first, last }: Days): Generator<[number, TimelineRun]> {
  for (let place = runs.length - 1; place >= 0; place--) {
    const run = runs[place];
    if (!run || run.date < first) return;
    if (run.date <= last) yield [place, run];
  }
}

/** `8 weeks · 26 sessions · 216 of 539 events (20 found in transcripts), 3 observations` */
export function viewWords({ sessions, events, found, observations }: TimelineView, weeks: number, all: number): string {
  const more = found > 0 ? ` (${grouped(found)} found in transcripts)` : '';
  const also = observations > 0 ? `, ${counted(observations, 'observation')}` : '';
  return `${counted(weeks, 'week')} · ${counted(sessions, 'session')} · ${grouped(events + found)} of ${counted(all, 'event')}${more}${also}`;
}
