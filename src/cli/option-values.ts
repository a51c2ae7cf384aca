import { type Day, SPOKEN_DAYS, readSpokenDay } from '#src/index/days.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { localTime } from '#src/lib/local-time.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import type { Io } from './terminal/io.ts';

/** The day given as `--since`, null without it; anything else is refused (CHRONICLE_BAD_DAY). */
export function readSince(text: string | undefined, { env }: Io): Day | null {
  if (text === undefined) return null;
  const day = readSpokenDay(text, localTime(env.now()).date);
  if (day !== undefined) return day;
  throw new ChronicleError('CHRONICLE_BAD_DAY', `--since must be ${SPOKEN_DAYS}, not ${clip(oneLine(text), 80)}.`);
}

/** The number given as `--limit`; anything but a whole number from 1 is refused (CHRONICLE_BAD_LIMIT). */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ChronicleError('CHRONICLE_BAD_LIMIT', `--limit must be a whole number, 1 or more, not ${text}.`);
}

/** The option that lets only one browser into a server. */
export const TOKEN_OPTION = {
  type: 'boolean',
  description: 'Answer only the browser that opens the printed address, for machines with other users',
} as const;

/** What a server says about the address that it printed with that option. */
export const TOKEN_NOTE = 'The address works once: only the browser that opens it can read the archive.';

/** The port given as `--port`; anything else is refused (CHRONICLE_BAD_PORT). */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new ChronicleError(
    'CHRONICLE_BAD_PORT',
    `--port must be a number from 0 to 65535, not ${text}; 0 picks a free port.`,
  );
}
