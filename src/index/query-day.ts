/** A year, month or day: `2026`, `2026-10` or `2026-10-14`. */
export type Day = string;

/** Reads a year, month or day; undefined if the calendar does not have it. `2026-1-4` is read as 2026-01-04. */
export function readDay(text: string): Day | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (!match) return undefined;
  const [, year = '', month, day] = match;
  const parts = [year, ...[month, day].flatMap((part) => part?.padStart(2, '0') ?? [])];
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  const isReal = date.getUTCMonth() === Number(month ?? 1) - 1 && date.getUTCDate() === Number(day ?? 1);
  return isReal ? parts.join('-') : undefined;
}

/** Reads a month such as `2026-10`. */
export function readMonth(text: string): string | undefined {
  const day = readDay(text);
  return day?.length === 7 ? day : undefined;
}

/** Whether a `YYYY-MM-DD` is between the two, both inclusive; null means no bound. */
export function isBetween(date: string, since: Day | null, until: Day | null): boolean {
  return (
    (since === null || date.slice(0, since.length) >= since) && (until === null || date.slice(0, until.length) <= until)
  );
}
