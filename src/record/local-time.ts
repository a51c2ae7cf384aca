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

/**
 * How to tell local times like a chronicle that began at `started` with this offset from UTC: in the time zone of this
 * process if it had that offset then, else with the offset itself. Without an offset, in the zone of this process.
 */
export function localTimesLike(started: Date, offset: string | undefined): (moment: Date) => LocalTime {
  const ahead = offset === undefined ? Number.NaN : -Date.parse(`1970-01-01T00:00:00${offset}`);
  if (Number.isNaN(ahead) || localTime(started).offset === offset) return localTime;
  return (moment) => {
    const shifted = new Date(moment.getTime() + ahead).toISOString();
    return { date: shifted.slice(0, 10), time: shifted.slice(11, 16), offset: offset ?? '' };
  };
}

/** A moment in UTC to the second: `2026-03-24T14:00:00Z`. */
export function utcTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
