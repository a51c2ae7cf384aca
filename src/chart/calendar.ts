import type { Activity, ActivityDay } from '../archive/activity.ts';
import { counted, dayRange, shortDay } from '../text/day.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { glyphAddress } from './glyphs.ts';
import { monthStarts, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** The numbers of events from which cells get darker. A day with sessions is never as light as one without. */
const LEVELS = [
  { from: 0, words: 'no session' },
  { from: 1, words: 'up to 5' },
  { from: 6, words: '6–9' },
  { from: 10, words: '10–16' },
  { from: 17, words: '17+' },
];

const CELL = 24;
const GAP = 3;
const TOP = 20;
/** Weeks on a phone. Earlier weeks are in `calendar-earlier`, which is hidden there. */
const ON_A_PHONE = 12;
/** The gap, as a share of a week's width; 3 pixels on a desktop. */
const FREE = 0.09;

/** The legend, which follows "Events per day". */
export const CALENDAR_LEGEND: readonly LegendEntry[] = [
  ...LEVELS.map(({ words }, level) => ({
    swatch: svg`<rect class="fill-level-${level}" y="1.5" width="14" height="11" rx="2"/>`,
    words,
  })),
  {
    swatch: svg`<use data-tag="MEMORY-MISS" href="${glyphAddress('MEMORY-MISS')}" width="14" height="14"/>`,
    words: 'missed despite a memory',
  },
];

/** The legend's entry for days with unconfirmed events. */
const CANDIDATES: LegendEntry = {
  swatch: svg`<rect class="calendar-candidates" x="1" y="2.5" width="12" height="9" rx="2"/>`,
  words: 'unconfirmed events',
};

/**
 * Days as cells in weeks from Monday: darker for more events, a ring for a miss despite a memory, dashes for unconfirmed
 * events. The weekdays are left of the drawing, in the 2 rem that its style leaves free.
 */
export function calendar({ weeks, first, last }: Activity): Drawing {
  const hasCandidates = weeks.some((week) => week.some(({ candidates }) => candidates > 0));
  const drawn = weeks.map((week, i) => week.map((day, row) => cell(day, i, row, weeks.length)));
  const earlier = Math.max(0, weeks.length - ON_A_PHONE);
  const months = monthLabels(weeks, earlier);
  return new Drawing(
    {
      name: 'calendar',
      height: TOP + 7 * (CELL + GAP) - GAP,
      title: weeks.length === 0 ? 'Events per day' : `Events per day, ${dayRange(first, last)}`,
      description: inWords(weeks.flat()),
      legend: hasCandidates ? [...CALENDAR_LEGEND, CANDIDATES] : CALENDAR_LEGEND,
    },
    [
      svg`<g class="calendar-weekdays" aria-hidden="true">${['Mon', 'Wed', 'Fri'].map(
        (name, i) => svg`<text x="-32" y="${top(2 * i) + 16}">${name}</text>`,
      )}</g>`,
      svg`<g class="calendar-earlier">${months.slice(0, earlier).flat()}${drawn.slice(0, earlier).flat(2)}</g>`,
      ...months.slice(earlier).flat(),
      ...drawn.slice(earlier).flat(),
    ],
  );
}

function cell(
  { sessions, events, candidates, isDespite, href, label }: ActivityDay,
  week: number,
  row: number,
  weeks: number,
): Svg {
  const level = LEVELS.findLastIndex(({ from }) => Math.max(events, Math.min(sessions, 1)) >= from);
  const box = svg`<rect class="fill-level-${level}" x="${percent((week + FREE / 2) / weeks)}" y="${top(row)}" width="${percent((1 - FREE) / weeks)}" height="${CELL}" rx="2"/>`;
  if (events + candidates === 0 && !isDespite && href === null)
    return svg`<g aria-hidden="true">${mark(null, label, box)}</g>`;
  const ring = isDespite
    ? [svg`<circle class="calendar-ring" cx="${percent((week + 0.5) / weeks)}" cy="${top(row) + CELL / 2}" r="5"/>`]
    : [];
  const dashes = candidates > 0 ? [dashedBox(week, row, weeks)] : [];
  return mark(href, label, svg`${[box, ...dashes, ...ring]}`);
}

/** Inside the cell by half the line width. */
function dashedBox(week: number, row: number, weeks: number): Svg {
  return svg`<rect class="calendar-candidates" x="${percent((week + FREE) / weeks)}" y="${top(row) + 1}" width="${percent((1 - 2 * FREE) / weeks)}" height="${CELL - 2}" rx="2"/>`;
}

/** The name of each month above the week in which it begins, and above the first week. */
function monthLabels(weeks: readonly ActivityDay[][], earlier: number): Svg[][] {
  const labels: Svg[][] = weeks.map(() => []);
  const label = (week: number, text: string, only: string) =>
    labels[week]?.push(
      svg`<text class="${only}" aria-hidden="true" x="${percent((week + FREE / 2) / weeks.length)}" y="11">${text}</text>`,
    );
  const starts = monthStarts(weeks.map(([monday]) => monday?.date ?? ''));
  const ticks = monthTicks(starts).map((tick) => ({ ...tick, week: Math.round(tick.at * weeks.length) }));
  for (const { week, label: name } of ticks) label(week, name, 'calendar-month');
  const current = ticks.findLast(({ week }) => week < earlier);
  if (current && !ticks.some(({ week }) => week === earlier || week === earlier + 1))
    label(earlier, current.label, 'calendar-month-narrow');
  return labels;
}

function inWords(days: readonly ActivityDay[]): string {
  const active = days.filter(({ events }) => events > 0);
  const most = active.reduce<ActivityDay | null>((a, b) => (a && a.events >= b.events ? a : b), null);
  const candidates = days.reduce((sum, day) => sum + day.candidates, 0);
  const apart = candidates === 0 ? [] : [`${counted(candidates, 'unconfirmed event')}.`];
  if (!most) return ['No events.', ...apart].join(' ');
  const despite = days.filter(({ isDespite }) => isDespite).map(({ date }) => shortDay(date));
  const sum = active.reduce((total, { events }) => total + events, 0);
  return [
    active.length === 1
      ? `${counted(sum, 'event')}, all on ${shortDay(most.date)}.`
      : `${counted(sum, 'event')} on ${counted(active.length, 'day')}, the most on ${shortDay(most.date)} (${most.events}).`,
    ...apart,
    ...(despite.length === 0 ? [] : [`Missed despite a memory on ${despite.join(', ')}.`]),
  ].join(' ');
}

function top(row: number): number {
  return TOP + row * (CELL + GAP);
}
