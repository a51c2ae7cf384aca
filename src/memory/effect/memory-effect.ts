import { counted, shortDay } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { times } from '#src/lib/spelled.ts';
import type { MemoryEffect, Verdict } from './memory-standing.ts';
import type { Exposure } from './project-sessions.ts';
import { chance, rateRatio } from './rate-ratio.ts';

/**
 * A memory helped if chance alone does as well at most this often: the usual limit of a one-sided test. It applies to
 * one look. If it is checked after every session, about 8 % of ineffective memories pass it for a while.
 */
export const MOST_CHANCE = 0.05;
/** With fewer sessions since, even silence after a mistake of every second session is no surprise: 1/2 ^ 4 is 6 %. */
export const LEAST_SESSIONS = 5;
/** A mistake missed in only one session is not yet a habit, neither before the memory nor since. */
export const LEAST_MISSED = 2;
/** A memory did not help if it can be ruled out that it halved its mistake. */
const HALVED = 0.5;

/** What a memory's effect is estimated from. */
export interface EffectGiven extends Exposure {
  born: { at: string; isFileDate: boolean } | null;
  /** When it was deleted; null while it exists. */
  until: string | null;
  /** Misses and hits logged since its birth, also in sessions that count as before it or not at all. */
  since: number;
  hits: number;
  /** When it was last written or strengthened, and what happened from then on. */
  written: { at: string | null; sessionsSince: number; missesSince: number; hitsSince: number };
}

type RateRatio = MemoryEffect['ratio'];

/** Whether a memory helped, by the constants above and `rate-ratio.ts`, with the reasons in words. */
export function memoryEffect(given: EffectGiven): MemoryEffect {
  const { sessions, misses, born } = given;
  const perTen = (count: number, of: number) => (born === null || of === 0 ? null : (10 * count) / of);
  const ratio = born && rateRatio(given);
  return {
    ...verdict(given, ratio),
    rates: { before: perTen(misses.before, sessions.before), since: perTen(misses.since, sessions.since) },
    chance: born && chance(given),
    ratio,
  };
}

type Reasoned = Pick<MemoryEffect, 'verdict' | 'because'>;

function verdict(given: EffectGiven, ratio: RateRatio): Reasoned {
  const { born, until, sessions, written } = given;
  if (!born) return reasoned('not known yet', 'Its date is not known, so there is no before and after to compare.');
  const when = sinceWords(born, until, written.at);
  const facts = comparison(given, when);
  if (hasHelped(given))
    return reasoned('helped', facts, chanceWords(given), `At most ${percent(MOST_CHANCE)} counts as helped.`);
  if (sessions.since < LEAST_SESSIONS) {
    const few = sessions.since === 0 ? 'No session' : `Only ${counted(sessions.since, 'session')}`;
    const rule = `A verdict needs ${LEAST_SESSIONS} sessions.`;
    return written.missesSince > 0
      ? reasoned('not known yet', facts, rule)
      : reasoned('not known yet', `${few} ${when}.`, rule);
  }
  if (written.missesSince > 0 && hasNotHelped(given, ratio))
    return reasoned('did not help', facts, 'No clear improvement.');
  return undecided(given, facts);
}

function hasHelped(given: EffectGiven): boolean {
  if (given.missed.before < LEAST_MISSED || given.sessions.since < LEAST_SESSIONS) return false;
  return (chance(given) ?? 1) <= MOST_CHANCE;
}

/** Whether its mistake is made no less often, or so nearly that the memory cannot have halved it. */
function hasNotHelped({ sessions, missed }: EffectGiven, ratio: RateRatio): boolean {
  if (missed.since < LEAST_MISSED) return false;
  if (missed.before === 0) return sessions.before >= LEAST_SESSIONS;
  return ratio !== null && (ratio.estimate >= 1 || ratio.low >= HALVED);
}

/** Enough sessions, and no proof either way. */
function undecided(given: EffectGiven, facts: string): Reasoned {
  const { since, hits, written, missed } = given;
  const reason =
    missed.before === 0
      ? 'There is nothing to compare with.'
      : missed.before < LEAST_MISSED
        ? 'One session with the mistake is too few to compare with.'
        : chanceWords(given);
  if (written.missesSince > 0) return reasoned('not known yet', facts, reason);
  if (since > 0 && written.at !== null)
    return reasoned('not known yet', facts, reason, quietWords(written.at, written));
  return reasoned('not known yet', facts, reason, hits === 0 ? '' : `Applied ${times(hits)}; too early to credit it.`);
}

/** How many sessions a strengthened memory has gone without a miss. */
function quietWords(at: string, { sessionsSince, hitsSince }: EffectGiven['written']): string {
  const applied = hitsSince === 0 ? '' : `, and applied ${times(hitsSince)}`;
  return `Not missed in ${counted(sessionsSince, 'session')} since it was last written on ${dayOf(at)}${applied}.`;
}

/** `Missed in 1 of 31 sessions since it was written on 4 Aug 2026, compared with 3 of 12 before.` */
function comparison({ sessions, missed, since }: EffectGiven, when: string): string {
  const before =
    missed.before === 0
      ? '; no earlier miss is known'
      : `, compared with ${missed.before} of ${grouped(sessions.before)} before`;
  return `${sinceFacts(sessions.since, missed.since, since)} ${when}${before}.`;
}

/** `Chance alone does this well 35% of the time.`, or nothing where there is nothing to compare. */
function chanceWords(given: EffectGiven): string {
  const share = chance(given);
  return share === null ? '' : `Chance alone does this well ${percent(share)} of the time.`;
}

function sinceFacts(sessions: number, missed: number, misses: number): string {
  if (missed > 0) return `Missed in ${ofSessions(missed, sessions)}`;
  // Logged in a session that had begun before, or in one that does not count.
  if (misses > 0) return `Missed ${times(misses)}, but in none of the ${counted(sessions, 'session')} that began`;
  return `Not missed in ${counted(sessions, 'session')}`;
}

function reasoned(verdict: Verdict, ...sentences: string[]): Reasoned {
  return { verdict, because: sentences.filter(Boolean).join(' ') };
}

/** `4 Aug 2026` for a time in UTC. */
export function dayOf(at: string): string {
  return `${shortDay(at)} ${at.slice(0, 4)}`;
}

/** The time a memory is measured over: `since it was written on 4 Aug 2026`, `first written` if it was strengthened; for a deleted one, also until when. */
function sinceWords(born: { at: string; isFileDate: boolean }, until: string | null, written: string | null): string {
  const day = dayOf(born.at);
  if (until !== null) return `between ${day} and ${dayOf(until)}, when it was deleted`;
  if (born.isFileDate) return `since ${day} (the date of its file)`;
  return `since it was ${written !== null && written !== born.at ? 'first ' : ''}written on ${day}`;
}

/** `3 of 12 sessions`, `1 of 1 session`. */
export function ofSessions(missed: number, sessions: number): string {
  return `${grouped(missed)} of ${counted(sessions, 'session')}`;
}

/** A probability as people read it, never less than it is: `4.2%`, `41%`. */
export function percent(share: number): string {
  if (share < 0.001) return 'less than 0.1%';
  // A value above a limit must not be rounded down to it; the 1e-9 absorbs floating-point noise.
  const digits = share < 0.1 ? 10 : 1;
  return `${Math.ceil(share * 100 * digits - 1e-9) / digits}%`;
}
