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

/** The number that `--limit` asks for; refuses (CHRONICLE_BAD_LIMIT) what is none. */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ChronicleError('CHRONICLE_BAD_LIMIT', `--limit takes a number from 1, not ${text}.`);
}

/** The port that `--port` asks for; refuses (CHRONICLE_BAD_PORT) what is none. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new ChronicleError(
    'CHRONICLE_BAD_PORT',
    `--port takes a number from 0 to 65535, not ${text}; 0 is any port that is free.`,
  );
}
