import type { MemoryTrends } from '../memory/misses/memory-trends.ts';
import { monthName, shortDay } from '../text/day.ts';
import { dayAfter } from '../value/calendar-day.ts';
import type { Drawing } from './drawing.ts';
import { hitMissBars } from './hit-miss-bars.ts';

/** Hits and misses over time, as the memory page and the file beside it show them. */
export function memoryChart({ spans }: Pick<MemoryTrends, 'spans'>): Drawing {
  const isWeeks = spans.unit === 'week';
  return hitMissBars(
    `Hits and misses a ${spans.unit}`,
    spans.list.map(({ begin, hits, misses }) => ({
      from: isWeeks ? begin : `${begin}-01`,
      name: isWeeks ? `Week of ${shortDay(begin)}` : `${monthName(begin)} ${begin.slice(0, 4)}`,
      hits,
      ...misses,
      href: `/search/?q=${encodeURIComponent(`tag:hit tag:miss ${isWeeks ? `since:${begin} until:${dayAfter(begin, 6)}` : `month:${begin}`}`)}`,
    })),
  );
}
