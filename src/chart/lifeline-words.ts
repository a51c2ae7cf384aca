import { counted, dayRange, shortDay } from '../text/day.ts';
import type { Lifeline, LifelineMark } from './lifeline.ts';

/** Days that are said one by one; of more only the first and the last. */
const SAID = 8;

/** What a lifeline shows: `3 misses on 3 Aug, 19 Aug, 14 Sep; 1 despite a memory on 14 Sep; no hits; no memory; …`. */
export function lifelineInWords({ misses, hits, flags, undrawn = 0, from, to }: Lifeline): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const day = (date: string) => (isOneYear ? shortDay(date) : `${shortDay(date)} ${date.slice(0, 4)}`);
  const sum = (marks: readonly LifelineMark[]) => marks.reduce((total, { count = 1 }) => total + count, 0);
  const days = (dated: readonly { date: string }[]) => {
    const [first] = dated;
    const last = dated.at(-1);
    if (!first || !last) return '';
    if (dated.length > SAID) return ` from ${day(first.date)} to ${day(last.date)}`;
    return ` on ${dated.map(({ date }) => day(date)).join(', ')}`;
  };
  const despite = misses.filter(({ isDespite }) => isDespite);
  const parts = [
    `${counted(sum(misses), 'miss', 'misses')}${days(misses)}`,
    ...(despite.length === 0 ? [] : [`${sum(despite)} despite a memory${days(despite)}`]),
    `${counted(sum(hits), 'hit')}${days(hits)}`,
    flags.length === 0 ? 'no memory that has a date' : `memory written or strengthened${days(flags)}`,
    ...(undrawn === 0 ? [] : [`${undrawn.toLocaleString('en-GB')} earlier ones are not drawn`]),
    `shown from ${dayRange(from, to)}`,
  ];
  return `${parts.join('; ')}.`;
}
