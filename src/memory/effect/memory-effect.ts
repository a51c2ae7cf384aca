import { counted, shortDay } from '#src/text/day.ts';
import type { MemoryEffect, Verdict } from './memory-standing.ts';
import type { Exposure } from './project-sessions.ts';
import { luck, rateRatio } from './rate-ratio.ts';

/**
 * What luck brings about more often than this does not count as an effect: the usual limit of a one-sided test. It holds
 * for one look; who looks after every session sees some 8 % of memories without effect pass it for a while.
 */
export const MOST_LUCK = 0.05;
/** With fewer sessions since, even silence after a mistake of every second session is no surprise: 1/2 ^ 4 is 6 %. */
export const LEAST_SESSIONS = 5;
/** A mistake missed in one session is no habit yet that a memory could break, however early that session was. */
export const LEAST_MISSED = 2;

export interface EffectGiven extends Exposure {
  born: { at: string; isFileDate: boolean } | null;
  /** When a memory went that is gone. */
  until: string | null;
  /** Misses logged since its birth, also in sessions that count as before it or not at all. */
  since: number;
  /** When it was last written or strengthened, and what happened from then on. */
  written: { at: string | null; sessionsSince: number; missesSince: number; hitsSince: number };
}

/** Whether a memory works, by the rules in the constants above and `rate-ratio.ts`, and why that is said. */
export function memoryEffect(given: EffectGiven): MemoryEffect {
  const { sessions, misses, born } = given;
  const perTen = (count: number, of: number) => (born === null || of === 0 ? null : (10 * count) / of);
  return {
    ...verdict(given),
    rates: { before: perTen(misses.before, sessions.before), since: perTen(misses.since, sessions.since) },
    luck: born && luck(given),
    ratio: born && rateRatio(given),
  };
}

type Said = Pick<MemoryEffect, 'verdict' | 'because'>;

function verdict(given: EffectGiven): Said {
  const { born, until, sessions, missed, written } = given;
  if (!born) return said('not enough data', 'When it was written is not known, so there is no before and since.');
  const when = sinceWords(born, until);
  if (hasWorked(given)) return said('worked', comparison(given, when), `Up to ${percent(MOST_LUCK)} counts as worked.`);
  if (written.missesSince > 0) return said('leaking', comparison(given, when));
  if (sessions.since < LEAST_SESSIONS) {
    const few = sessions.since === 0 ? 'No session' : `Only ${counted(sessions.since, 'session')}`;
    return said('not enough data', `${few} ${when}; it is judged from ${LEAST_SESSIONS} on.`);
  }
  if (missed.before === 0) return said('not enough data', comparison(given, when), 'There is nothing to compare with.');
  return quiet(given, when);
}

function hasWorked(given: EffectGiven): boolean {
  if (given.missed.before < LEAST_MISSED || given.sessions.since < LEAST_SESSIONS) return false;
  return (luck(given) ?? 1) <= MOST_LUCK;
}

/** Not missed since it was last written, and that is no proof. */
function quiet(given: EffectGiven, when: string): Said {
  const { since, written, missed } = given;
  const facts = comparison(given, when);
  if (since > 0 && written.at !== null) {
    const sessions = counted(written.sessionsSince, 'session');
    const rest = `Not missed in the ${sessions} since it was last written on ${dayOf(written.at)}: too few to tell.`;
    const isUntested = written.sessionsSince >= LEAST_SESSIONS && written.hitsSince === 0;
    return said(isUntested ? 'untested' : 'not enough data', facts, rest);
  }
  const reason =
    missed.before < LEAST_MISSED
      ? 'One session with the mistake is no habit yet.'
      : 'Luck explains the silence as well.';
  if (written.hitsSince === 0) return said('untested', facts, 'No hit was logged either.', reason);
  return said('not enough data', facts, `It prevented ${counted(written.hitsSince, 'mistake')}.`, reason);
}

/** `Missed in 1 of 31 sessions since it was written on 4 Aug 2026, against 3 of 12 before.`, and how lucky that is. */
function comparison(given: EffectGiven, when: string): string {
  const { sessions, missed, since } = given;
  const chance = luck(given);
  const before =
    missed.before === 0
      ? '; it is not known to have been missed before'
      : `, against ${missed.before} of ${sessions.before.toLocaleString('en-GB')} before`;
  const without = `A memory that does nothing would look this good in ${percent(chance ?? 1)} of cases.`;
  return `${sinceFacts(sessions.since, missed.since, since)} ${when}${before}.${chance === null ? '' : ` ${without}`}`;
}

function sinceFacts(sessions: number, missed: number, misses: number): string {
  if (missed > 0) return `Missed in ${ofSessions(missed, sessions)}`;
  // Logged in a session that had begun before, or in one that does not count.
  if (misses > 0)
    return `Missed ${misses === 1 ? 'once' : `${misses} times`}, in none of ${counted(sessions, 'session')} begun`;
  return `Not missed in ${counted(sessions, 'session')}`;
}

function said(verdict: Verdict, ...sentences: string[]): Said {
  return { verdict, because: sentences.join(' ') };
}

/** `4 Aug 2026` for a time in UTC. */
export function dayOf(at: string): string {
  return `${shortDay(at)} ${at.slice(0, 4)}`;
}

/**
 * From when on a memory is measured: `since it was written on 4 Aug 2026`; of one that is gone, also until when. A
 * date that is only the file's is said to be that.
 */
function sinceWords(born: { at: string; isFileDate: boolean }, until: string | null): string {
  const day = dayOf(born.at);
  if (until !== null) return `between ${day} and ${dayOf(until)}, when it was deleted`;
  return born.isFileDate ? `since ${day} (the date of its file)` : `since it was written on ${day}`;
}

/** `3 of 12 sessions`, `1 of 1 session`. */
export function ofSessions(missed: number, sessions: number): string {
  return `${missed.toLocaleString('en-GB')} of ${counted(sessions, 'session')}`;
}

/** A probability as people read it, never less than it is: `4.2%`, `41%`. */
function percent(share: number): string {
  if (share < 0.001) return 'less than 0.1%';
  // What is above a limit must not be rounded down to it; the least bit is the noise of floating point.
  const digits = share < 0.1 ? 10 : 1;
  return `${Math.ceil(share * 100 * digits - 1e-9) / digits}%`;
}
