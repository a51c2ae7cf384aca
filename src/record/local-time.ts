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

/** A moment in UTC to the second: `2026-03-24T14:00:00Z`. */
export function utcTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
