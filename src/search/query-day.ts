/** `2026`, `2026-10` or `2026-10-14`: a day, or all days that begin so. */
export type Day = string;

/** A year, month or day that the calendar has. `2026-1-4` is taken as 2026-01-04. */
export function readDay(text: string): Day | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (!match) return undefined;
  const [, year = '', month, day] = match;
  const parts = [year, ...[month, day].flatMap((part) => part?.padStart(2, '0') ?? [])];
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  const isReal = date.getUTCMonth() === Number(month ?? 1) - 1 && date.getUTCDate() === Number(day ?? 1);
  return isReal ? parts.join('-') : undefined;
}

/** `2026-10` */
export function readMonth(text: string): string | undefined {
  const day = readDay(text);
  return day?.length === 7 ? day : undefined;
}

/** Whether a `YYYY-MM-DD` lies between the two, both inclusive; null is open. */
export function isBetween(date: string, since: Day | null, until: Day | null): boolean {
  return (
    (since === null || date.slice(0, since.length) >= since) && (until === null || date.slice(0, until.length) <= until)
  );
}
