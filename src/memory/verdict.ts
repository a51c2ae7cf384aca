/**
 * Whether a mistake is made less often since its memory was written. A memory is written because a mistake was made, so
 * the time before it always ends with a miss, and a plain comparison of before and since finds effects that do not exist.
 * This counts sessions with the mistake:
 *
 *     before:  . . x . . . x . x|     9 sessions, 3 missed; the third miss led to the memory
 *     since:                    |. . . . . x . . . . . .     12 sessions, 1 missed
 *
 * Waiting for the r-th miss is inverse sampling (Haldane, "On a method of estimating frequencies", Biometrika 33, 1945).
 * If nothing changed, the 4 missed sessions could be anywhere among the 21, and the third of them falls within the first 9
 * with the probability that a Beta(3, 2) is below 9/21. That is P(Binomial(4, 9/21) >= 3), since
 * P(Beta(a, b) <= v) = P(Binomial(a + b - 1, v) >= a). It needs neither the rate nor the length of the archive, and is true
 * for any r. Rates are taken to be small enough for Poisson's law; where they are not, this errs towards no effect.
 */
import { grouped } from '#src/lib/grouped.ts';
import { times } from '#src/lib/spelled.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';

/**
 * A memory helped if chance alone does as well at most this often. With it, a memory without effect is called a help in at most
 * 5 % of cases, also where rates drift or misses cluster: `npm run bench -- effect`.
 */
export const MOST_CHANCE = 0.033;
/** Of all memories without effect, at most this share is called a help. */
const MOST_WRONG = 0.05;
/** With fewer sessions since, even silence after a mistake of every second session is no surprise: 1/2 ^ 4 is 6 %. */
export const LEAST_SESSIONS = 5;
/** A mistake missed in only one session is not yet a habit, neither before the memory nor since. */
export const LEAST_MISSED = 2;

/** Whether a memory helped. That is `not known yet` while the sessions prove nothing either way. */
export type Verdict = 'helped' | 'did not help' | 'not known yet';

/** A memory's effect on how often its mistake is made. */
export interface MemoryEffect {
  verdict: Verdict;
  /** The reasons for the verdict in whole sentences, with the numbers it rests on. */
  because: string;
  /** Of ten sessions, how many had the mistake before and since; null where there is no session or no dated birth. */
  rates: { before: number | null; since: number | null };
  /**
   * The probability that a memory without any effect seems to work this well or better, 0 to 1; null where there is
   * nothing to compare.
   */
  chance: number | null;
}

interface BeforeAndSince {
  before: number;
  since: number;
}

/** The counted sessions before and since a memory was written, and how many of them have a miss. */
export interface Exposure {
  sessions: BeforeAndSince;
  missed: BeforeAndSince;
}

/** What a memory's effect is estimated from. */
export interface EffectGiven extends Exposure {
  born: { at: string; isFileDate: boolean } | null;
  /** When it was deleted; null while it exists. */
  until: string | null;
  /** Misses logged since its birth, also in sessions that count as before it or not at all. */
  since: number;
  /** When it was last written or strengthened, and the misses from then on. */
  written: { at: string | null; misses: number };
}

/** Whether a memory helped, by the constants above, with the reasons in words. */
export function memoryEffect(given: EffectGiven): MemoryEffect {
  const { sessions, missed, born } = given;
  const perTen = (count: number, of: number) => (born === null || of === 0 ? null : (10 * count) / of);
  return {
    ...reasoned(given),
    rates: { before: perTen(missed.before, sessions.before), since: perTen(missed.since, sessions.since) },
    chance: born && chance(given),
  };
}

function reasoned(given: EffectGiven): Pick<MemoryEffect, 'verdict' | 'because'> {
  const { born, sessions, missed, written } = given;
  const because = (verdict: Verdict, ...sentences: string[]) => ({
    verdict,
    because: sentences.filter(Boolean).join(' '),
  });
  if (!born) return because('not known yet', 'Its date is not known, so there is no before and after to compare.');
  const when = sinceWords(born, given);
  const facts = comparison(given, when);
  const share = chance(given);
  const byChance = share === null ? '' : `Chance alone does this well ${percent(share)} of the time.`;
  if (isComparable(given) && (share ?? 1) <= MOST_CHANCE)
    return because('helped', facts, byChance, `At most ${percent(MOST_CHANCE)} counts as helped.`);
  if (sessions.since < LEAST_SESSIONS) {
    const few = sessions.since === 0 ? 'No session' : `Only ${counted(sessions.since, 'session')}`;
    return because(
      'not known yet',
      written.misses > 0 ? facts : `${few} ${when}.`,
      `A verdict needs ${LEAST_SESSIONS} sessions.`,
    );
  }
  if (written.misses > 0 && hasNotHelped(given)) return because('did not help', facts, 'No improvement.');
  const reason =
    missed.before === 0
      ? 'There is nothing to compare with.'
      : missed.before < LEAST_MISSED
        ? 'One session with the mistake is too few to compare with.'
        : byChance;
  return because('not known yet', facts, reason);
}

/** Whether a memory can be called a help at all. It depends on nothing that happened since the memory was written but on time. */
function isComparable({ sessions, missed }: Pick<Exposure, 'sessions' | 'missed'>): boolean {
  return missed.before >= LEAST_MISSED && sessions.since >= LEAST_SESSIONS;
}

/** Whether the mistake is made at least as often as before. */
function hasNotHelped({ sessions, missed }: EffectGiven): boolean {
  if (missed.since < LEAST_MISSED) return false;
  if (missed.before === 0) return sessions.before >= LEAST_SESSIONS;
  return missed.since / sessions.since >= missed.before / sessions.before;
}

/** `Missed in 1 of 31 sessions since it was written on 4 Aug 2026, compared with 3 of 12 before.` */
function comparison({ sessions, missed, since }: EffectGiven, when: string): string {
  const before =
    missed.before === 0
      ? '; no earlier miss is known'
      : `, compared with ${missed.before} of ${grouped(sessions.before)} before`;
  const all = counted(sessions.since, 'session');
  if (missed.since > 0) return `Missed in ${grouped(missed.since)} of ${all} ${when}${before}.`;
  // Logged in a session that had begun before, or in one that does not count.
  if (since > 0) return `Missed ${times(since)}, but in none of the ${all} that began ${when}${before}.`;
  return `Not missed in ${all} ${when}${before}.`;
}

/** The time a memory is measured over: `since it was written on 4 Aug 2026`, `first written` if it was strengthened; for a deleted one, also until when. */
function sinceWords(
  born: { at: string; isFileDate: boolean },
  { until, written }: Pick<EffectGiven, 'until' | 'written'>,
): string {
  const day = dayOf(born.at);
  if (until !== null) return `between ${day} and ${dayOf(until)}, when it was deleted`;
  if (born.isFileDate) return `since ${day} (the date of its file)`;
  return `since it was ${written.at !== null && written.at !== born.at ? 'first ' : ''}written on ${day}`;
}

/** `4 Aug 2026` for a time in UTC. */
function dayOf(at: string): string {
  return `${shortDay(at)} ${at.slice(0, 4)}`;
}

/** A probability as people read it, never less than it is: `4.2%`, `41%`. */
function percent(share: number): string {
  if (share < 0.001) return 'less than 0.1%';
  // A value above a limit must not be rounded down to it; the 1e-9 absorbs floating-point noise.
  const digits = share < 0.1 ? 10 : 1;
  return `${Math.ceil(share * 100 * digits - 1e-9) / digits}%`;
}

/**
 * The probability that a memory without effect is followed by this few missed sessions or fewer; null without a miss
 * before it or without a session since.
 */
export function chance({ sessions, missed }: Pick<Exposure, 'sessions' | 'missed'>): number | null {
  if (missed.before === 0 || sessions.since === 0) return null;
  const share = sessions.before / (sessions.before + sessions.since);
  return binomialTail(missed.before + missed.since, missed.before, share);
}

/** Logarithms of factorials, extended on demand. */
const logFactorials = [0];

/**
 * The probability of at least `least` successes in `trials` that each succeed with probability `share`.
 *
 *     binomialTail(2, 1, 0.5)  // 0.75
 */
function binomialTail(trials: number, least: number, share: number): number {
  if (least <= 0) return 1;
  if (least > trials || share <= 0) return 0;
  if (share >= 1) return 1;
  // Starting at the largest term, so that no relevant one underflows.
  const odds = share / (1 - share);
  const peak = Math.max(least, Math.min(trials, Math.floor((trials + 1) * share)));
  const ways = logFactorial(trials) - logFactorial(peak) - logFactorial(trials - peak);
  const top = Math.exp(ways + peak * Math.log(share) + (trials - peak) * Math.log1p(-share));
  let sum = top;
  for (let k = peak, term = top; k < trials && term > 0; k++) sum += term *= ((trials - k) / (k + 1)) * odds;
  for (let k = peak, term = top; k > least && term > 0; k--) sum += term *= k / (trials - k + 1) / odds;
  return Math.min(1, sum);
}

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
}

/** What the Memory page asks. Wherever it is asked, the answer is the same. */
export const MEMORIES_QUESTION = 'Does writing it down help?';

/** Whether the memories of an archive make mistakes rarer. */
export interface MemoriesAnswer {
  verdict: 'yes' | 'no' | 'not known yet';
  /** One sentence that begins with the verdict: `Not known yet: 1 of 11 memories …`. */
  says: string;
}

interface JudgedMemory extends Pick<Exposure, 'sessions' | 'missed'> {
  exists: boolean;
  effect: Pick<MemoryEffect, 'verdict' | 'chance'>;
}

/** One memory that did not help says nothing about memories. */
const LEAST_FAILED = 2;

/**
 * The answer from the verdicts on all memories, also deleted ones: leaving out memories that failed would flatter the rest. The answer is
 * yes only if luck alone would find this many helps among the memories compared in at most 5 % of archives; it is no if none helped
 * and most of them did not.
 */
export function memoriesAnswer(results: readonly JudgedMemory[]): MemoriesAnswer {
  const notKnown = (why: string): MemoriesAnswer => ({ verdict: 'not known yet', says: `Not known yet: ${why}` });
  if (results.length === 0) return notKnown('no memory has been written.');
  const memories = results.filter(({ exists }) => exists).length;
  const deleted = results.length - memories;
  const all = `${counted(memories, 'memory', 'memories')}${deleted === 0 ? '' : ` and ${grouped(deleted)} deleted`}`;
  const compared = results.filter((each) => each.effect.chance !== null && isComparable(each));
  const of = compared.length;
  if (of === 0)
    return notKnown(
      `of ${all}, none can be compared yet, which takes ${LEAST_MISSED} sessions with the mistake before it was written and ${LEAST_SESSIONS} sessions since.`,
    );
  const count = (verdict: Verdict) => compared.filter(({ effect }) => effect.verdict === verdict).length;
  const [helped, failed] = [count('helped'), count('did not help')];
  const enough = `${grouped(of)} ${of === 1 ? 'has' : 'have'} enough misses and sessions to compare`;
  if (helped === 0 && failed >= LEAST_FAILED && failed > of / 2)
    return {
      verdict: 'no',
      says: `No, not so far: of ${all}, ${enough}, ${grouped(failed)} of these did not help, and none made its mistake clearly rarer.`,
    };
  if (helped === 0) {
    const none = of === 1 ? 'it did not make its mistake' : 'none of these made its mistake';
    return notKnown(`of ${all}, only ${enough}, and ${none} clearly rarer.`);
  }
  const luck = binomialTail(of, helped, MOST_WRONG);
  const rarer = `${grouped(helped)} made ${helped === 1 ? 'its mistake' : 'their mistakes'} clearly rarer`;
  if (luck <= MOST_WRONG) {
    const others = failed === 0 ? '' : `, while ${grouped(failed)} did not help`;
    return { verdict: 'yes', says: `Yes: of ${all}, ${enough}, and ${rarer}${others}.` };
  }
  const many = `${helped === 1 ? 'one' : grouped(helped)} or more`;
  return notKnown(
    `of ${all}, only ${enough}, and ${rarer}; even if no memory helped, luck would show ${many} in ${percent(luck)} of cases.`,
  );
}
