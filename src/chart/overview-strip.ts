import { dayRange, shortDay } from '../text/day.ts';
import { columnsOf, OVERVIEW } from '../timeline/columns.ts';
import type { TimelineRuns } from '../timeline/timeline-runs.ts';
import type { Days } from '../timeline/timeline-view.ts';
import { daysBetween } from '../value/calendar-day.ts';
import { percent } from './drawing.ts';
import { dayAxis, monthTicks } from './month-ticks.ts';
import { type Shape, shape } from './shape.ts';

const HEIGHT = 68;
/** Where bars stand, and how high the tallest is. */
const BASE = 48;
const TALLEST = 42;

/** All events of an archive by half week, week or month, with a frame around the days that the page shows. */
export function overviewStrip({ kinds, runs }: TimelineRuns, all: Days, shown: Days): Shape {
  const { columns, indexOf, unit } = columnsOf(all.first, all.last, OVERVIEW);
  const counts = columns.map(() => 0);
  const observations = kinds.findIndex(({ kind }) => kind === 'OBSERVATION');
  let [day, index] = ['', 0];
  for (const { date, tallies } of runs) {
    if (date !== day) [day, index] = [date, indexOf(date)];
    for (const { kind, events } of tallies) if (kind !== observations) counts[index] = (counts[index] ?? 0) + events;
  }
  const tallest = Math.max(1, ...counts);
  const length = daysBetween(all.first, all.last) + 1;
  const at = (date: string) => Math.min(1, Math.max(0, daysBetween(all.first, date) / length));
  const bars = columns.flatMap(({ first, last }, i): Shape[] => {
    const count = counts[i] ?? 0;
    if (count === 0) return [];
    const height = Math.max(2, Math.round((TALLEST * count) / tallest));
    const [from, to] = [at(first), at(last) + 1 / length];
    const isShown = first <= shown.last && last >= shown.first;
    const gap = (to - from) * 0.06;
    return [
      shape('rect', {
        ...{ class: isShown ? 'fill-level-3' : 'fill-level-1', 'data-days': `${first} ${last}` },
        ...{ x: percent(from + gap), width: percent(Math.min(1, to) - from - 2 * gap), y: BASE - height, height },
      }),
    ];
  });
  const ticks = monthTicks(dayAxis(all.first, all.last).months);
  // The first day too, if the first month leaves room for it.
  const labels = (ticks[0]?.at ?? 1) > 0.09 ? [{ at: 0, label: shortDay(all.first) }, ...ticks] : ticks;
  const months = labels.map(({ at, label }): Shape => {
    const look = at === 0 ? { class: 'overview-first' } : {};
    return shape('text', { ...look, x: percent(at), y: HEIGHT - 4, 'aria-hidden': 'true' }, label);
  });
  const words = `All events by ${unit}, ${dayRange(all.first, all.last)}`;
  return shape(
    'svg',
    { class: 'overview-strip', height: HEIGHT, role: 'img', overflow: 'visible', 'aria-label': words },
    ...bars,
    shape('line', { class: 'stroke-line', x1: 0, x2: '100%', y1: BASE + 0.5, y2: BASE + 0.5 }),
    ...months,
    shape('rect', {
      ...{ class: 'overview-frame', x: percent(at(shown.first)), y: 1, height: BASE + 1, rx: 3 },
      width: percent(at(shown.last) + 1 / length - at(shown.first)),
    }),
  );
}
