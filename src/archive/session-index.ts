/** The months of an archive and the neighbours of each session, computed once per archive when they are first asked for. */
import { memoised } from '#src/value/memo.ts';
import { NO_BRANCH } from '../chronicle/branch-name.ts';
import { isEmptySession, type Session } from '../chronicle/session.ts';

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

/** Whether there are too many sessions for one page. */
export function isDivided(sessions: readonly Session[]): boolean {
  return sessions.length > ON_ONE_PAGE;
}

/** The newest sessions that fit on one page. */
export function newestOnPage(sessions: readonly Session[]): readonly Session[] {
  return isDivided(sessions) ? sessions.slice(0, ON_ONE_PAGE) : sessions;
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

/** Only pages of sessions ask for it. */
const surroundings = memoised((sessions: readonly Session[]): SessionIndex['around'] => {
  const laters = neighbours(sessions);
  const earliers = neighbours(sessions.toReversed());
  const projects = [...groupedBy(sessions, ({ project }) => project.slug).values()];
  const latersHere = new Map(projects.flatMap((own) => [...neighbours(own)]));
  const earliersHere = new Map(projects.flatMap((own) => [...neighbours(own.toReversed())]));
  const branches = groupedBy(sessions.filter(isOnBranch), branchKey);
  const places = new Map(
    [...branches.values()].flatMap((branch) => branch.map((session, place) => [keyOf(session), place] as const)),
  );
  return (session) => {
    const branch = branches.get(branchKey(session)) ?? [];
    const key = keyOf(session);
    const first = Math.max(0, (places.get(key) ?? 0) - BRANCH_SHOWN / 2);
    const sameBranch = branch.slice(first, first + BRANCH_SHOWN + 1).filter((other) => keyOf(other) !== key);
    return {
      earlier: earliersHere.get(key) ?? earliers.get(key) ?? null,
      later: latersHere.get(key) ?? laters.get(key) ?? null,
      sameBranch,
      moreOnBranch: Math.max(0, branch.length - 1 - sameBranch.length),
    };
  };
});

function isOnBranch({ chronicle }: Session): boolean {
  return chronicle.frontMatter.branch !== NO_BRANCH;
}

/** For each session, the nearest one before it in the list that is not empty. */
function neighbours(sessions: readonly Session[]): Map<string, Session> {
  const found = new Map<string, Session>();
  let last: Session | undefined;
  for (const session of sessions) {
    if (last) found.set(keyOf(session), last);
    if (!isEmptySession(session)) last = session;
  }
  return found;
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
