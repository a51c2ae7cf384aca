/** The months of an archive and the neighbours of each session, computed once per archive when they are first asked for. */
import { memoised } from '#src/lib/memo.ts';
import { NO_BRANCH } from '../lib/branch-name.ts';
import { hasContent, isEmptySession, type Session } from '../format/session.ts';

export interface SessionIndex {
  /** Newest first; only months that have sessions. */
  months: Month[];
  /** The neighbours of a session. */
  around(session: Session): Surroundings;
}

export interface Month {
  /** `2026-11` */
  month: string;
  /** Newest first. */
  sessions: Session[];
  /** Sessions in which nothing happened. */
  empty: Session[];
}

interface Surroundings {
  /** The nearest sessions of the same project in which something happened; at its ends, those of any project. */
  earlier: Session | null;
  later: Session | null;
  /** The nearest other sessions on the same branch of the same project, newest first. */
  sameBranch: Session[];
  /** The number of further sessions on the branch. */
  moreOnBranch: number;
}

/** The most sessions on one page: about 300 kB of HTML. */
const ON_ONE_PAGE = 300;
const BRANCH_SHOWN = 6;
/** The index of an archive's sessions, newest first. The same array gets the same index. */
export const sessionIndex = memoised(buildIndex);

/** Whether there are too many sessions for one page, so that each month has its own. */
export function hasMonthPages(sessions: readonly Session[]): boolean {
  return sessions.length > ON_ONE_PAGE;
}

/** How many sessions the first page of a large archive has. */
const NEWEST = 50;

/** A month of which only the newest sessions are shown. */
export interface NewestMonth extends Month {
  /** How many sessions of the month are left out. */
  left: number;
}

/** What the first page has: all months, or in a large archive the months of the newest sessions in which something happened. */
export function newestMonths(sessions: readonly Session[]): NewestMonth[] {
  const { months } = sessionIndex(sessions);
  if (!hasMonthPages(sessions)) return months.map((month) => ({ ...month, left: 0 }));
  let room = NEWEST;
  return months.flatMap(({ month, sessions: all, empty }) => {
    const shown = all.slice(0, room);
    room -= shown.length;
    const left = all.length + empty.length - shown.length;
    return shown.length === 0 ? [] : [{ month, sessions: shown, empty: [], left }];
  });
}

/** The newest sessions that fit on one page. */
export function newestOnPage(sessions: readonly Session[]): readonly Session[] {
  return hasMonthPages(sessions) ? sessions.slice(0, ON_ONE_PAGE) : sessions;
}

/** The sessions by month, from sessions given newest first. */
export function byMonth(sessions: readonly Session[]): Month[] {
  return [...groupedBy(sessions, monthOf)].map(([month, all]) => ({
    month,
    sessions: all.filter((session) => !isEmptySession(session)),
    empty: all.filter(isEmptySession),
  }));
}

function buildIndex(sessions: readonly Session[]): SessionIndex {
  let months: Month[] | undefined;
  return {
    get months() {
      months ??= byMonth(sessions);
      return months;
    },
    around: (session) => surroundings(sessions)(session),
  };
}

const surroundings = memoised((sessions: readonly Session[]): SessionIndex['around'] => {
  const branches = groupedBy(sessions.filter(isOnBranch), branchKey);
  const places = new Map(sessions.map((session, place) => [keyOf(session), place]));
  return (session) => {
    const key = keyOf(session);
    const place = places.get(key);
    if (place === undefined) return { earlier: null, later: null, sameBranch: [], moreOnBranch: 0 };
    const { slug } = session.project;
    const isHere = (other: Session) => other.project.slug === slug && hasContent(other);
    const earlierThat = (isTaken: (other: Session) => boolean) =>
      sessions.find((other, i) => i > place && isTaken(other)) ?? null;
    const laterThat = (isTaken: (other: Session) => boolean) =>
      sessions.findLast((other, i) => i < place && isTaken(other)) ?? null;
    const branch = branches.get(branchKey(session)) ?? [];
    const onBranch = branch.findIndex((other) => (places.get(keyOf(other)) ?? 0) >= place);
    const first = Math.max(0, (onBranch === -1 ? branch.length : onBranch) - BRANCH_SHOWN / 2);
    const sameBranch = branch.slice(first, first + BRANCH_SHOWN + 1).filter((other) => keyOf(other) !== key);
    return {
      earlier: earlierThat(isHere) ?? earlierThat(hasContent),
      later: laterThat(isHere) ?? laterThat(hasContent),
      sameBranch,
      moreOnBranch: Math.max(0, branch.length - 1 - sameBranch.length),
    };
  };
});

function isOnBranch({ chronicle }: Session): boolean {
  return chronicle.frontMatter.branch !== NO_BRANCH;
}

function groupedBy(sessions: readonly Session[], groupOf: (session: Session) => string): Map<string, Session[]> {
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const key = groupOf(session);
    const group = groups.get(key);
    if (group) group.push(session);
    else groups.set(key, [session]);
  }
  return groups;
}

/** Identifies a session in its archive; its object may be a copy. The same string each time: maps find it sooner. */
const keyOf = memoised(({ project, name }: Session): string => `${project.slug}/${name}`);

const branchKey = memoised(({ project, chronicle }: Session): string => {
  return `${project.slug}\n${chronicle.frontMatter.branch}`;
});

const monthOf = memoised(({ chronicle }: Session): string => chronicle.frontMatter.date.slice(0, 7));
