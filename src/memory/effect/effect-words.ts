import { counted, shortDay } from '#src/text/day.ts';

/** `4 Aug 2026` for a time in UTC. */
export function dayOf(at: string): string {
  return `${shortDay(at)} ${at.slice(0, 4)}`;
}

/**
 * From when on a memory is measured: `since it was written on 4 Aug 2026`; of one that is gone, also until when. A
 * date that is only the file's is said to be that.
 */
export function sinceWords(born: { at: string; isFileDate: boolean }, until: string | null): string {
  const day = dayOf(born.at);
  if (until !== null) return `between ${day} and ${dayOf(until)}, when it was deleted`;
  return born.isFileDate ? `since ${day} (the date of its file)` : `since it was written on ${day}`;
}

/** `3 of 12 sessions`, `1 of 1 session`. */
export function ofSessions(missed: number, sessions: number): string {
  return `${missed.toLocaleString('en-GB')} of ${counted(sessions, 'session')}`;
}

/** A probability as people read it, never less than it is: `4.2%`, `41%`. */
export function percent(share: number): string {
  if (share < 0.001) return 'less than 0.1%';
  // What is above a limit must not be rounded down to it; the least bit is the noise of floating point.
  const digits = share < 0.1 ? 10 : 1;
  return `${Math.ceil(share * 100 * digits - 1e-9) / digits}%`;
}
