/**
 * Days as cells in weeks from Monday: darker for more events, each shade for about a quarter of the days with sessions; a
 * ring for a miss despite a memory, a dot before the archive begins. The weekdays are left of the drawing, in the 2 rem
 * that its style leaves free. A phone hides `calendar-earlier`.
 */
import type { Activity, ActivityDay } from '#src/archive/activity.ts';
import { grouped } from '#src/lib/grouped.ts';
import { counted, dayRange, shortDay } from '#src/lib/text/day.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { glyphAddress } from './glyphs.ts';
import { monthStarts, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

const CELL = 19;
const GAP = 3;
const TOP = 20;
/** Weeks on a phone. */
const ON_A_PHONE = 13;
/** The gap, as a share of a week's width; 2 pixels on a desktop. */
const FREE = 0.1;
/** The shades of days with sessions, by how many there are: few are told apart best if they are far apart. */
const SHADES: readonly (readonly number[])[] = [[], [2], [1, 3], [1, 2, 4], [1, 2, 3, 4]];

/** The days up to a number of events that look alike. */
interface Level {
  shade: number;
  to: number;
}

export function calendar({ weeks, first, last }: Activity): Drawing {
  const days = weeks.flat();
  const levels = levelsOf(days);
  const earlier = Math.max(0, weeks.length - ON_A_PHONE);
  const drawn = weeks.map((week, i) =>
    week.map((day, row) => cell(day, (i + 0.5) / weeks.length, row, levels, weeks.length)),
  );
  const months = monthLabels(weeks, last.slice(0, 7));
  return new Drawing(
    {
      name: 'calendar',
      height: TOP + 7 * (CELL + GAP) - GAP,
      title: weeks.length === 0 ? 'Events per day' : `Events per day, ${dayRange(first, last)}`,
      description: inWords(days),
      legend: legendOf(levels, days),
    },
    [
      svg`<g class="calendar-weekdays" aria-hidden="true">${['Mon', 'Wed', 'Fri'].map(
        (name, i) => svg`<text x="-32" y="${top(2 * i) + 14}">${name}</text>`,
      )}</g>`,
      svg`<g class="calendar-earlier">${months.slice(0, earlier).flat()}${drawn.slice(0, earlier).flat(2)}</g>`,
      ...months.slice(earlier).flat(),
      ...drawn.slice(earlier).flat(),
    ],
  );
}

/** Quarters of the days with sessions, by their events. Equal ones are one; a day without events counts as one event. */
function levelsOf(days: readonly ActivityDay[]): Level[] {
  const counts = days.flatMap(({ sessions, events }) => (sessions + events > 0 ? Math.max(1, events) : []));
  counts.sort((a, b) => a - b);
  const limits = new Set([1, 2, 3, 4].flatMap((nth) => counts[Math.ceil((counts.length * nth) / 4) - 1] ?? []));
  return [...limits].map((to, i) => ({ shade: SHADES[limits.size]?.[i] ?? 0, to }));
}

function legendOf(levels: readonly Level[], days: readonly ActivityDay[]): LegendEntry[] {
  const swatch = (shade: number) => svg`<rect fill="var(--level-${shade})" y="1.5" width="14" height="11" rx="2"/>`;
  const despite = svg`<use data-tag="MEMORY-MISS" href="${glyphAddress('MEMORY-MISS')}" width="14" height="14"/>`;
  return [
    { swatch: swatch(0), words: 'no session' },
    ...levels.map(({ shade, to }) => ({ swatch: swatch(shade), words: `up to ${grouped(to)}` })),
    ...(days.some(({ isDespite }) => isDespite) ? [{ swatch: despite, words: 'missed despite a memory' }] : []),
  ];
}

function cell(day: ActivityDay, middle: number, row: number, levels: readonly Level[], weeks: number): Svg {
  const { sessions, events, isBefore, isDespite, href, label } = day;
  const [x, y] = [percent(middle), top(row) + CELL / 2];
  if (isBefore) return svg`<circle fill="var(--ink-3)" aria-hidden="true" cx="${x}" cy="${y}" r="1"/>`;
  const shade = sessions + events === 0 ? 0 : (levels.find(({ to }) => events <= to)?.shade ?? 0);
  const width = (1 - FREE) / weeks;
  const box = svg`<rect fill="var(--level-${shade})" x="${percent(middle - width / 2)}" y="${top(row)}" width="${percent(width)}" height="${CELL}" rx="2"/>`;
  const ring = svg`<circle fill="var(--paper)" stroke="var(--miss)" stroke-width="2.5" cx="${x}" cy="${y}" r="5"/>`;
  const drawn = mark(href, label, svg`${isDespite ? [box, ring] : [box]}`);
  return href === null && !isDespite ? svg`<g aria-hidden="true">${drawn}</g>` : drawn;
}

/** The name of each month up to the last above the week in which it begins, if there is room. */
function monthLabels(weeks: readonly ActivityDay[][], last: string): Svg[][] {
  const labels: Svg[][] = weeks.map(() => []);
  const starts = monthStarts(weeks.map(([monday]) => monday?.date ?? '')).filter(({ month }) => month <= last);
  const ticks = monthTicks(starts, starts.length).map(({ at, label }) => ({
    week: Math.round(at * weeks.length),
    label,
  }));
  for (const [i, { week, label }] of ticks.entries()) {
    // Only the first month on a calendar can be as short as a week.
    if ((ticks[i + 1]?.week ?? weeks.length + 1) - week <= 1) continue;
    const x = percent((week + FREE / 2) / weeks.length);
    labels[week]?.push(svg`<text class="calendar-month" aria-hidden="true" x="${x}" y="11">${label}</text>`);
  }
  return labels;
}

function inWords(days: readonly ActivityDay[]): string {
  const active = days.filter(({ events }) => events > 0);
  const [most] = active.toSorted((a, b) => b.events - a.events);
  if (!most) return 'No events.';
  const despite = days.filter(({ isDespite }) => isDespite).map(({ date }) => shortDay(date));
  const sum = active.reduce((total, { events }) => total + events, 0);
  return [
    active.length === 1
      ? `${counted(sum, 'event')}, all on ${shortDay(most.date)}.`
      : `${counted(sum, 'event')} on ${counted(active.length, 'day')}, the most on ${shortDay(most.date)} (${most.events}).`,
    ...(despite.length === 0 ? [] : [`Missed despite a memory on ${despite.join(', ')}.`]),
  ].join(' ');
}

function top(row: number): number {
  return TOP + row * (CELL + GAP);
}
