/** The sessions of an archive by month, and the neighbours of each. All sessions are given newest first. */
import { hasContent, isEmptySession, type Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';

export interface Month {
  /** `2026-11`, from the front matter. */
  month: string;
  /** Newest first. */
  sessions: Session[];
  /** Sessions in which nothing happened. */
  empty: Session[];
}

/** The most sessions on one page: about 300 kB of HTML. */
const ON_ONE_PAGE = 300;
/** How many sessions the first page of a large archive has. */
const NEWEST = 50;

/** The months that have sessions, newest first. The same array gets the same months. */
export const monthsOf = memoised((sessions: readonly Session[]): Month[] => {
  const months = Map.groupBy(sessions, ({ chronicle }) => chronicle.frontMatter.date.slice(0, 7));
  return Array.from(months, ([month, all]) => ({
    month,
    sessions: all.filter(hasContent),
    empty: all.filter(isEmptySession),
  }));
});

/** Whether there are too many sessions for one page, so that each month has its own. */
export function hasMonthPages(sessions: readonly Session[]): boolean {
  return sessions.length > ON_ONE_PAGE;
}

/** A month of which only the newest sessions are shown. */
export interface NewestMonth extends Month {
  /** How many sessions of the month are left out. */
  left: number;
}

/** What the first page has: all months, or in a large archive the months of the newest sessions in which something happened. */
export function newestMonths(sessions: readonly Session[]): NewestMonth[] {
  const months = monthsOf(sessions);
  if (!hasMonthPages(sessions)) return months.map((month) => ({ ...month, left: 0 }));
  let room = NEWEST;
  return months.flatMap(({ month, sessions: all, empty }) => {
    const shown = all.slice(0, room);
    room -= shown.length;
    const left = all.length + empty.length - shown.length;
    return shown.length === 0 ? [] : [{ month, sessions: shown, empty: [], left }];
  });
}

/** The nearest sessions of the same project in which something happened; at its ends, those of any project. */
export function neighboursOf(
  session: Session,
  sessions: readonly Session[],
): { earlier: Session | null; later: Session | null } {
  const place = sessions.indexOf(session);
  const isHere = (other: Session) => other.project.slug === session.project.slug && hasContent(other);
  const earlierThat = (isTaken: (other: Session) => boolean) =>
    sessions.find((other, i) => i > place && isTaken(other)) ?? null;
  const laterThat = (isTaken: (other: Session) => boolean) =>
    sessions.findLast((other, i) => i < place && isTaken(other)) ?? null;
  return {
    earlier: earlierThat(isHere) ?? earlierThat(hasContent),
    later: laterThat(isHere) ?? laterThat(hasContent),
  };
}
