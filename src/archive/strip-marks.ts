import { isCandidate } from '../chronicle/candidate.ts';
import type { Session } from '../chronicle/session.ts';
import { type LaneKind, OBSERVATION } from '../timeline/lane-kind.ts';
import { observationDays } from '../timeline/observation-days.ts';
import { compare } from '../value/compare.ts';
import { minuteOf, sessionTime } from './session-time.ts';

/** A mark on the line above a session's log. */
export interface StripMark {
  /** The id of the event or observation on the page. */
  id: string;
  kind: LaneKind;
  isCandidate: boolean;
  time: string;
  /** From 0, the beginning, to 1. */
  at: number;
}

/** The line above a session's log. */
interface SessionStrip {
  marks: StripMark[];
  /** From the start of the session to the last mark. */
  minutes: number;
}

/** The timed events of a session and then its timed observations on one line; null if there is no line to draw. */
export function sessionStrip(session: Session): SessionStrip | null {
  const { timed, start } = sessionTime(session);
  const events = timed.map(({ event, minute }) => {
    const { id, tag: kind, time } = event;
    return { minute, mark: { id, kind, isCandidate: isCandidate(event), time: time ?? '' } };
  });
  const all = [...events, ...timedObservations(session)];
  const minutes = all.reduce((last, { minute }) => Math.max(last, minute), start) - start;
  if (all.length < 2 || !(minutes > 0) || !Number.isFinite(minutes)) return null;
  return { minutes, marks: all.map(({ minute, mark }) => ({ ...mark, at: Math.max(0, (minute - start) / minutes) })) };
}

/** Those made while the session lasted, by time: one of another day says nothing about this line. */
function timedObservations(session: Session) {
  return [...observationDays(session)]
    .flatMap(([day, observations]) =>
      observations.flatMap(({ id, date, time }) => {
        if (time === null || (date ?? day) !== day || day < session.chronicle.frontMatter.date) return [];
        const mark = { id, kind: OBSERVATION as LaneKind, isCandidate: false, time };
        return [{ minute: minuteOf(`${day}T${time}`), mark }];
      }),
    )
    .sort((a, b) => compare(a.minute, b.minute));
}
