import { localTime } from '#src/record/local-time.ts';
import type { World } from '../world.ts';

/** The time of a note; with its day unless that is the session's first one. */
export function whenIn(day: string, { now }: World): string {
  const { date, time } = localTime(now());
  return date === day ? time : `${date} ${time}`;
}
