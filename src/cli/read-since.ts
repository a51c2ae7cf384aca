import { ChronicleError } from '../project/chronicle-error.ts';
import { type Day, readDay } from '../search/query-day.ts';

/** The year, month or day that `--since` asks for, null without it; refuses (CHRONICLE_BAD_DAY) what is none. */
export function readSince(text: string | undefined): Day | null {
  if (text === undefined) return null;
  const day = readDay(text);
  if (day !== undefined) return day;
  throw new ChronicleError(
    'CHRONICLE_BAD_DAY',
    `--since takes a year, month or day, such as 2026-10 or 2026-10-14, not ${text}.`,
  );
}
