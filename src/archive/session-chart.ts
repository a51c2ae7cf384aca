/**
 * What the chart above a session's log shows: all that is known of when something happened, on one line of time. Idle time is
 * folded away, so that the rest shares one scale.
 *
 *     Wed 2 Sep            ┊ 15 h 13 ┊ Thu 3 Sep
 *     1    2      3        ┊  idle   ┊ 4    5
 *       ◆    ◆  ✕──→~      ┊         ┊   ◆
 */

import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { isFound } from '#src/format/event-source.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { promptAnchor } from '#src/lib/text/page-address.ts';
import { type LaneKind, OBSERVATION } from './lane-kind.ts';
import { errorEndings } from './error-endings.ts';
import { type Gap, idleGaps, localMinuteOf, signsOfLife, timedObservations } from './idle-time.ts';
import { sessionTime } from './session-time.ts';

/** All times are local minutes since 1970. Texts are untrusted. */
export interface SessionChart {
  /** Oldest first. The time between two of them is folded away. */
  stretches: Stretch[];
  /** Whether the folded time is known to be idle; without facts, only that nothing was logged. */
  isIdle: boolean;
  marks: ChartMark[];
  /** How many events have no time, so that no place on the chart is theirs. */
  untimed: number;
  prompts: { minute: number; number: number; anchor: string; text: string }[];
  commits: { minute: number; hash: string; subject: string }[];
  pullRequests: { minute: number; number: number | null; title: string }[];
  tests: { minute: number; isFailed: boolean }[];
  links: ChartLink[];
}

/** A time without idle gaps. */
export interface Stretch {
  from: number;
  to: number;
}

/** An event or observation. */
export interface ChartMark {
  /** Its id on the page. */
  id: string;
  kind: LaneKind;
  isFound: boolean;
  time: string;
  text: string;
  minute: number;
}

/** From an error to the pivot or commit that ended it. */
export interface ChartLink {
  from: number;
  to: number;
  /** The hash of the commit; null for a pivot. */
  commit: string | null;
}

/** The longest links are drawn; for the others, the log has a line. */
const MOST_LINKS = 3;
/** So many stretches still have room on a phone. Then only the longest gaps are folded. */
const MOST_STRETCHES = 24;

/** The chart of a session; null if less than two things have a place on it. */
export function sessionChartOf(session: Session, found: Facts | null): SessionChart | null {
  // Without an offset, the times of facts and events cannot be compared.
  const facts = session.chronicle.frontMatter.utc_offset === undefined ? null : found;
  const local = localMinuteOf(session);
  const marks = marksOf(session);
  const prompts = (facts?.prompts ?? []).map(({ at, text }, index) => ({
    minute: local(at),
    number: index + 1,
    anchor: promptAnchor(index),
    text,
  }));
  const stretches = stretchesOf(signsOfLife(session, facts), idleGaps(session, facts));
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (marks.length + prompts.length < 2 || !first || !last || last.to <= first.from) return null;
  const links = errorEndings(session, facts)
    .flatMap(({ by, span }) =>
      span && span.to > span.from ? [{ ...span, commit: by.kind === 'commit' ? by.commit.hash : null }] : [],
    )
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MOST_LINKS);
  return {
    stretches,
    isIdle: facts !== null,
    marks,
    untimed: session.chronicle.events.filter(({ time }) => time === null).length,
    prompts,
    commits: (facts?.commits ?? []).map(({ at, hash, subject }) => ({ minute: local(at), hash, subject })),
    pullRequests: (facts?.pullRequests ?? []).map(({ at, number, title }) => ({ minute: local(at), number, title })),
    tests: (facts?.tests ?? []).map(({ at, isFailed }) => ({ minute: local(at), isFailed })),
    links: links.sort((a, b) => a.from - b.from),
  };
}

/** The timed events and then the timed observations of a session. */
function marksOf(session: Session): ChartMark[] {
  const events = sessionTime(session).timed.map(({ event, minute }) => {
    const { id, tag: kind, time, text } = event;
    return { id, kind, isFound: isFound(event), time: time ?? '', text: plainText(readInline(text)), minute };
  });
  const observations = timedObservations(session).map((observation) => {
    return { ...observation, kind: OBSERVATION as LaneKind, isFound: false };
  });
  const all = [...events, ...observations.sort((a, b) => a.minute - b.minute)];
  return all.filter(({ minute }) => Number.isFinite(minute));
}

function stretchesOf(moments: readonly number[], gaps: readonly Gap[]): Stretch[] {
  const [from, to] = [moments[0], moments.at(-1)];
  if (from === undefined || to === undefined) return [];
  const folded = gaps
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MOST_STRETCHES - 1)
    .sort((a, b) => a.from - b.from);
  return [from, ...folded.map((gap) => gap.to)].map((start, i) => ({ from: start, to: folded[i]?.from ?? to }));
}
