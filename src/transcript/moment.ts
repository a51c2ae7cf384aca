/** A local day `YYYY-MM-DD` and time `HH:MM`. */
export interface DayTime {
  date: string;
  time: string;
}

/**
 * The local time of a UTC time in facts. `offset` is the `utc_offset` of the chronicle, such as `+02:00`; without one, the
 * time stays in UTC. A time that is not valid becomes empty.
 */
export function momentOf(utc: string, offset: string | undefined): DayTime {
  const moment = Date.parse(utc) + minutesOf(offset) * 60_000;
  const local = Math.abs(moment) < 8e15 ? new Date(moment).toISOString() : '';
  const end = local.indexOf('T');
  return { date: local.slice(0, Math.max(0, end)), time: local.slice(end + 1, end + 6) };
}

/** The minutes of a `utc_offset` such as `+02:00`; 0 without one. */
export function minutesOf(offset = '+00:00'): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return offset.startsWith('-') ? -minutes : minutes;
}
