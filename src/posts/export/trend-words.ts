import type { MemoryTrends, Span } from '#src/memory/misses/memory-trends.ts';
import { counted, dayRange, monthName } from '#src/text/day.ts';
import { dayAfter } from '#src/value/calendar-day.ts';

/** The title and the alt text of hits and misses over time. */
export function trendWords({ spans: { unit, list } }: Pick<MemoryTrends, 'spans'>): {
  title: string;
  description: string;
} {
  const sum = (count: (span: Span) => number) => list.reduce((total, span) => total + count(span), 0);
  const kinds = [
    { count: sum(({ misses }) => misses.despite), words: 'despite a memory' },
    { count: sum(({ misses }) => misses.repeat), words: 'repeated before there was one' },
    { count: sum(({ misses }) => misses.first), words: 'for the first time' },
  ].filter(({ count }) => count > 0);
  const misses = kinds.reduce((total, { count }) => total + count, 0);
  const said = kinds.map(({ count, words }) => `${count.toLocaleString('en-GB')} ${words}`).join(', ');
  const title = `Memory hits and misses a ${unit}, ${rangeOf(unit, list)}`;
  return {
    title,
    description: `${title}: ${counted(
      sum(({ hits }) => hits),
      'hit',
    )}; ${counted(misses, 'miss', 'misses')}${said === '' ? '' : `, ${said}`}.`,
  };
}

function rangeOf(unit: 'week' | 'month', list: readonly Span[]): string {
  const [first, last] = [list[0]?.begin ?? '', list.at(-1)?.begin ?? ''];
  if (unit === 'week') return dayRange(first, dayAfter(last, 6));
  return `${monthName(first)} ${first.slice(0, 4)} to ${monthName(last)} ${last.slice(0, 4)}`;
}
