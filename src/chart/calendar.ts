import type { Activity, ActivityDay } from '../archive/activity.ts';
import { counted, dayRange, shortDay } from '../lib/text/day.ts';
import { grouped } from '../lib/grouped.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { glyphAddress } from './glyphs.ts';
import { monthStarts, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** The shades of days with sessions, by how many there are: few are told apart best if they are far apart. */
const SHADES: readonly (readonly number[])[] = [[], [2], [1, 3], [1, 2, 4], [1, 2, 3, 4]];

const CELL = 19;
const GAP = 3;
const TOP = 20;
/** Weeks on a phone. Earlier weeks are in `calendar-earlier`, which is hidden there. */
const ON_A_PHONE = 13;
/** The gap, as a share of a week's width; 2 pixels on a desktop. */
const FREE = 0.1;
/** Weeks before the archive begins, from which there is room to say so. */
const ROOM = 20;

const DESPITE: LegendEntry = {
  swatch: svg`<use data-tag="MEMORY-MISS" href="${glyphAddress('MEMORY-MISS')}" width="14" height="14"/>`,
  words: 'missed despite a memory',
};

/** The days up to a number of events that look alike. */
interface Level {
  shade: number;
  /** At least one. */
  from: number;
  to: number;
}

/** Quarters of the days with sessions, by their events. Equal ones are one; a day without events counts as one event. */
function levelsOf(days: readonly ActivityDay[]): Level[] {
  const counts = days
    .filter(({ sessions, events }) => sessions + events > 0)
    .map(({ events }) => Math.max(1, events))
    .sort((a, b) => a - b);
  const limits = [
    ...new Set([1, 2, 3, 4].flatMap((quarter) => counts[Math.ceil((counts.length * quarter) / 4) - 1] ?? [])),
  ];
  const from = (i: number) => counts.find((count) => count > (limits[i - 1] ?? 0)) ?? 1;
  return limits.map((to, i) => ({ shade: SHADES[limits.length]?.[i] ?? 0, from: from(i), to }));
}

/** The shade of a day: 0 without sessions, up to 4. */
function shadeOf({ sessions, events }: ActivityDay, levels: readonly Level[]): number {
  return sessions + events === 0 ? 0 : (levels.find(({ to }) => events <= to)?.shade ?? 0);
}

function legendOf(levels: readonly Level[], days: readonly ActivityDay[]): LegendEntry[] {
  const swatch = (shade: number) => svg`<rect fill="var(--level-${shade})" y="1.5" width="14" height="11" rx="2"/>`;
  const words = ({ from, to }: Level) => (from === to ? grouped(to) : `${grouped(from)} to ${grouped(to)}`);
  const hasEmpty = days.some(({ sessions, events }) => sessions > 0 && events === 0);
  return [
    { swatch: swatch(0), words: 'no session' },
    ...levels.map((level, i) => ({
      swatch: swatch(level.shade),
      words: i === 0 && hasEmpty ? `up to ${grouped(level.to)}` : words(level),
    })),
    ...(days.some(({ isDespite }) => isDespite) ? [DESPITE] : []),
  ];
}

/**
 * Days as cells in weeks from Monday: darker for more events, each shade for about a quarter of the days with sessions; a ring
 * for a miss despite a memory, a dot before the archive begins. The weekdays are left of the
 * drawing, in the 2 rem that its style leaves free.
 */
export function calendar(activity: Activity): Drawing {
  const { weeks, first, last } = activity;
  const days = weeks.flat();
  const levels = levelsOf(days);
  const drawn = weeks.map((week, i) => week.map((day, row) => cell(day, i, row, weeks.length, levels)));
  const earlier = Math.max(0, weeks.length - ON_A_PHONE);
  const months = monthLabels(weeks, earlier, last.slice(0, 7));
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
      svg`<g class="calendar-earlier">${months.slice(0, earlier).flat()}${drawn.slice(0, earlier).flat(2)}${beginning(activity)}</g>`,
      ...months.slice(earlier).flat(),
      ...drawn.slice(earlier).flat(),
    ],
  );
}

/** Where the archive begins, written between the dots before it. */
function beginning({ weeks, begins, isFromTranscript }: Activity): Svg[] {
  const before = weeks.filter((week) => week.every(({ isBefore }) => isBefore)).length;
  if (begins === null || before < ROOM) return [];
  const lines = [
    `The archive begins on ${shortDay(begins)}.`,
    ...(isFromTranscript ? [] : ['chronicle import transcripts adds earlier sessions.']),
  ];
  return lines.map(
    (line, i) => svg`<text x="${percent(1.5 / weeks.length)}" y="${top(2 + i) + CELL + 5.5}">${line}</text>`,
  );
}

function cell(day: ActivityDay, week: number, row: number, weeks: number, levels: readonly Level[]): Svg {
  const { events, isBefore, isDespite, href, label } = day;
  if (isBefore)
    return svg`<circle fill="var(--ink-3)" aria-hidden="true" cx="${percent((week + 0.5) / weeks)}" cy="${top(row) + CELL / 2}" r="1"/>`;
  const box = svg`<rect fill="var(--level-${shadeOf(day, levels)})" x="${percent((week + FREE / 2) / weeks)}" y="${top(row)}" width="${percent((1 - FREE) / weeks)}" height="${CELL}" rx="2"/>`;
  if (events === 0 && !isDespite && href === null) return svg`<g aria-hidden="true">${mark(null, label, box)}</g>`;
  const ring = isDespite
    ? [
        svg`<circle fill="var(--paper)" stroke="var(--miss)" stroke-width="2.5" cx="${percent((week + 0.5) / weeks)}" cy="${top(row) + CELL / 2}" r="5"/>`,
      ]
    : [];
  return mark(href, label, svg`${[box, ...ring]}`);
}

/** The name of each month up to the last above the week in which it begins, and above the first week. */
function monthLabels(weeks: readonly ActivityDay[][], earlier: number, last: string): Svg[][] {
  const labels: Svg[][] = weeks.map(() => []);
  const label = (week: number, text: string, only: string) =>
    labels[week]?.push(
      svg`<text class="${only}" aria-hidden="true" x="${percent((week + FREE / 2) / weeks.length)}" y="11">${text}</text>`,
    );
  const starts = monthStarts(weeks.map(([monday]) => monday?.date ?? '')).filter(({ month }) => month <= last);
  const ticks = monthTicks(starts, starts.length).map((tick) => ({
    ...tick,
    week: Math.round(tick.at * weeks.length),
  }));
  for (const [i, { week, label: name }] of ticks.entries()) {
    const next = ticks[i + 1]?.week ?? Number.POSITIVE_INFINITY;
    // A week has no room for the name of a month; only the first month on a calendar can be that short.
    if (next - week > 1) label(week, name, 'calendar-month');
  }
  const current = ticks.findLast(({ week }) => week < earlier);
  if (current && !ticks.some(({ week }) => week === earlier || week === earlier + 1))
    label(earlier, current.label, 'calendar-month-narrow');
  return labels;
}

function inWords(days: readonly ActivityDay[]): string {
  const active = days.filter(({ events }) => events > 0);
  const most = active.reduce<ActivityDay | null>((a, b) => (a && a.events >= b.events ? a : b), null);
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
