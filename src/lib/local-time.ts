/** A moment in local time, as the chronicle writes it. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM` */
  time: string;
  /** `+02:00` */
  offset: string;
}

/** A moment in the time zone of this process. */
export function localTime(moment: Date): LocalTime {
  const minutes = -moment.getTimezoneOffset();
  const ahead = Math.abs(minutes);
  return {
    date: `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
    offset: `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`,
  };
}

/** A time zone: local times from moments in milliseconds, and back. */
export interface Zone {
  timeOf: (moment: number) => LocalTime;
  /** The moment of a local day and `HH:MM`; NaN if they are invalid. */
  momentOf: (date: string, time: string) => number;
}

/** The time zone of this process. */
export const OWN_ZONE: Zone = {
  timeOf: (moment) => localTime(new Date(moment)),
  momentOf: (date, time) => Date.parse(`${date}T${time}:00`),
};

/**
 * The zone of a session: the offset from UTC in its front matter, also after the clocks change or in another country, so
 * that all its times are in order. Without an offset, the zone of this process.
 */
export function sessionZone(offset: string | undefined): Zone {
  const ahead = -Date.parse(`1970-01-01T00:00:00${offset}`);
  if (!offset || Number.isNaN(ahead)) return OWN_ZONE;
  return {
    timeOf: (moment) => {
      const shifted = new Date(moment + ahead).toISOString();
      return { date: shifted.slice(0, 10), time: shifted.slice(11, 16), offset };
    },
    momentOf: (date, time) => Date.parse(`${date}T${time}:00${offset}`),
  };
}

/** A moment in UTC to the second: `2026-03-24T14:00:00Z`. */
export function utcTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
