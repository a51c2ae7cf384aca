/** Which prompt of a session each observation belongs to. */
import type { Observation } from '../format/notebook/observation.ts';
import type { DayTime } from '../transcript/moment.ts';
import { whenOf } from '../notes/book.ts';

/** An observation below a prompt. */
export interface PlacedInTurn {
  /** The number of the prompt from 1; 0 is before the first one. */
  turn: number;
  /** Local `YYYY-MM-DD HH:MM`. */
  place: string;
  time: string;
  /** The day it was made. */
  made: string;
  observation: Observation;
}

/**
 * Places observations by the prompt that they name, or else by their time. Those of an earlier day, without a time, or of a
 * session without prompts are `apart`: nothing tells where they belong.
 *
 * @param prompts the local times of the session's prompts, in order
 * @param day the session's first day
 */
export function observationsInTurns(
  observations: readonly Observation[],
  prompts: readonly DayTime[],
  day: string,
): { placed: PlacedInTurn[]; apart: Observation[] } {
  const places = prompts.map(({ date, time }) => `${date} ${time}`);
  const placed: PlacedInTurn[] = [];
  const apart: Observation[] = [];
  for (const observation of observations) {
    const { prompt, date, time } = observation;
    const isOwn = places.length > 0 && time !== null && (date ?? day) >= day;
    const place = whenOf(observation, day);
    const made = date ?? day;
    const named = prompt !== null && prompt >= 1 && prompt <= places.length ? prompt : null;
    if (!isOwn) apart.push(observation);
    else if (named === null) {
      placed.push({ turn: places.filter((each) => each <= place).length, place, time, made, observation });
    } else
      placed.push({ turn: named, place: within(place, places[named - 1], places[named]), time, made, observation });
  }
  return { placed, apart };
}

/** A place, moved to where a prompt begins or the next one does. */
function within(place: string, first = place, next = place): string {
  if (place < first) return first;
  return place > next ? next : place;
}
