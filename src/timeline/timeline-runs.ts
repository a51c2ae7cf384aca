/**
 * A timeline as counts: what each session has on each day, by kind. The pages' script gets the same as a file, so that
 * page and script count with the same code.
 */

import type { Session } from '../chronicle/session.ts';
import { TAG_ORDER } from '../chronicle/tags.ts';
import { isFound } from '../format/event-source.ts';
import { sessionAddress } from '../text/page-address.ts';
import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';
import { type KindWords, kindWords, OBSERVATION } from './lane-kind.ts';
import { type DatedRun, runsOf, type TimelineDay } from './timeline-days.ts';

export interface TimelineRuns {
  /** The first and last day with anything; empty without days. */
  first: string;
  last: string;
  /** The lanes, in their order. */
  kinds: readonly KindWords[];
  /** The project with the most rows first. */
  projects: readonly { slug: string; name: string }[];
  /** Oldest first. */
  runs: readonly TimelineRun[];
  /** The first run of each file of rows. */
  files: readonly number[];
}

/** What a session has on one day. */
export interface TimelineRun {
  date: string;
  /** The place of its project. */
  project: number;
  /** The same for all days of a session. */
  session: number;
  /** The address of the session; empty in the page's script. */
  address: string;
  tallies: readonly Tally[];
}

/** What a run has of one kind. */
export interface Tally {
  /** The place of the kind. */
  kind: number;
  /** Without found events. */
  events: number;
  found: number;
  /** The anchors of all, in the order of their file, then of found ones; null in the page's script. */
  ids: readonly string[] | null;
}

/** The fewest rows in a file of rows, but the last. */
const ROWS_IN_A_FILE = 300;

const KINDS = ([...TAG_ORDER, OBSERVATION] as const).map(kindWords);

/** The runs of these days, given oldest first. Observations are a kind only if there are any. */
export const timelineRuns = memoised((days: readonly TimelineDay[]): TimelineRuns => {
  const all = runsOf(days);
  const projects = rankedProjects(all);
  const placeOf = new Map(projects.map(({ slug }, place) => [slug, place]));
  const sessions = new Map<Session, number>();
  const placeAmong = (session: Session): number => {
    const place = sessions.get(session) ?? sessions.size;
    sessions.set(session, place);
    return place;
  };
  const hasObservations = days.some(({ observations }) => observations > 0);
  const runs = all.map(
    (run): TimelineRun => ({
      date: run.date,
      project: placeOf.get(run.session.project.slug) ?? 0,
      session: placeAmong(run.session),
      address: addressOf(run.session),
      tallies: talliesOf(run),
    }),
  );
  return {
    first: days[0]?.date ?? '',
    last: days.at(-1)?.date ?? '',
    kinds: hasObservations ? KINDS : KINDS.slice(0, -1),
    projects,
    runs,
    files: fileStarts(runs),
  };
});

const addressOf = memoised(({ project, name }: Session) => sessionAddress(project.slug, name));

/** Computed once per run, which is part of many periods. */
const talliesOf = memoised(({ events, observations }: DatedRun): Tally[] => {
  const byTag = Map.groupBy(events, ({ tag }) => tag);
  return KINDS.flatMap(({ kind }, place): Tally[] => {
    const own = kind === OBSERVATION ? [] : (byTag.get(kind) ?? []);
    const [open, sure] = [own.filter(isFound), own.filter((event) => !isFound(event))];
    const ids = [...sure, ...open, ...(kind === OBSERVATION ? observations : [])].map(({ id }) => id);
    if (ids.length === 0) return [];
    return [{ kind: place, events: ids.length - open.length, found: open.length, ids }];
  });
});

function rankedProjects(
  runs: readonly { session: { project: { slug: string; name: string } }; events: readonly unknown[] }[],
): { slug: string; name: string }[] {
  const found = new Map<string, { slug: string; name: string; events: number }>();
  for (const { session, events } of runs) {
    const { slug, name } = session.project;
    const project = found.get(slug) ?? { slug, name, events: 0 };
    project.events += events.length;
    found.set(slug, project);
  }
  return [...found.values()]
    .sort((a, b) => b.events - a.events || compare(a.slug, b.slug))
    .map(({ slug, name }) => ({ slug, name }));
}

function fileStarts(runs: readonly TimelineRun[]): number[] {
  const starts: number[] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const [place, { tallies }] of runs.entries()) {
    if (rows >= ROWS_IN_A_FILE) {
      starts.push(place);
      rows = 0;
    }
    rows += tallies.reduce((sum, { events, found }) => sum + events + found, 0);
  }
  return starts;
}
