import { counted, dayRange, shortDay } from '../lib/text/day.ts';
import { compare } from '../lib/compare.ts';
import { grouped } from '../lib/grouped.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { type Glyph, glyphAddress } from './glyphs.ts';
import { dayAxis, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** One mistake over time: its misses and hits, and the days its memory was written or strengthened. */
export interface Lifeline {
  /** The name of the mistake. */
  name: string;
  /** The first and last day of the line. */
  from: string;
  to: string;
  misses: readonly LifelineMiss[];
  hits: readonly LifelineMark[];
  flags: readonly LifelineFlag[];
  /** The number of misses and hits before the first mark. */
  undrawn?: number;
}

export interface LifelineMark {
  date: string;
  /** How many events it represents; one by default. */
  count?: number;
  href: string | null;
  label: string;
}

export interface LifelineMiss extends LifelineMark {
  isDespite: boolean;
}

/** A day on which a memory was written or strengthened. */
interface LifelineFlag {
  date: string;
  label: string;
}

const LINE = 18;
const BAND = 20;
const MARK = 13;
const HEIGHT = 30;
const WITH_AXIS = 46;
/** Free space at both ends, so that the outermost marks stay on the line. */
const EDGE = 0.01;

export const LIFELINE_LEGEND: readonly LegendEntry[] = [
  { swatch: swatch('MEMORY-MISS', 'MEMORY-MISS'), words: 'miss' },
  { swatch: swatch('despite', 'MEMORY-MISS'), words: 'miss despite a memory' },
  { swatch: swatch('MEMORY-HIT', 'MEMORY-HIT'), words: 'hit' },
  {
    swatch: svg`<use href="${glyphAddress('flag')}" width="14" height="14"/>`,
    words: 'memory written or strengthened',
  },
];

/** The names of the months over the rows of a list of mistakes, which are `rowLine`s between the same days. */
export function mistakeAxis(days: { from: string; to: string }): Drawing {
  const axis = dayAxis(days.from, days.to);
  const names = monthTicks(axis.months).map(
    ({ label, month }) => svg`<text x="${percent(placeOn(axis.at(`${month}-01`)))}" y="11">${label}</text>`,
  );
  return new Drawing(
    { name: 'lifeline', height: 14, title: 'Months', description: dayRange(days.from, days.to) },
    names,
  );
}

/** A lifeline as a row of a list of mistakes: with a line for each month, and without links, as the row itself can be opened. */
export function rowLine(line: Lifeline): Drawing {
  const axis = dayAxis(line.from, line.to);
  const unlinked = { ...line, misses: line.misses.map(withoutLink), hits: line.hits.map(withoutLink) };
  const months = monthTicks(axis.months).map(({ month }) => {
    const x = percent(placeOn(axis.at(`${month}-01`)));
    return svg`<line stroke="var(--rule)" aria-hidden="true" x1="${x}" x2="${x}" y1="-7" y2="37"/>`;
  });
  return lifeline(unlinked, false, months);
}

function withoutLink<Mark extends LifelineMark>(mark: Mark): Mark {
  return { ...mark, href: null };
}

/** A share of the line, with free space at both ends. */
function placeOn(share: number): number {
  return EDGE + share * (1 - 2 * EDGE);
}

/** A line with a ring for a miss, a ringed dot for a miss despite a memory, and a disc for a hit; shaded since the memory was written. */
export function lifeline(line: Lifeline, hasAxis = false, behind: readonly Svg[] = []): Drawing {
  const axis = dayAxis(line.from, line.to);
  const place = (date: string) => placeOn(axis.at(date));
  const flags = line.flags.map((flag) => ({ ...flag, at: place(flag.date) }));
  const months = hasAxis
    ? monthTicks(axis.months).map((tick) => monthLabel(tick.label, place(`${tick.month}-01`)))
    : [];
  return new Drawing(
    {
      name: 'lifeline',
      height: hasAxis ? WITH_AXIS : HEIGHT,
      title: line.name,
      description: lifelineInWords(line),
      legend: LIFELINE_LEGEND,
    },
    [
      ...behind,
      ...band(flags.map(({ at }) => at)),
      svg`<line stroke="var(--rule-2)" x1="0" x2="100%" y1="${LINE}" y2="${LINE}"/>`,
      ...months,
      ...flags.map(({ at, label }) => flag(at, label)),
      ...marks(line, place),
    ],
  );
}

function marks({ misses, hits }: Lifeline, place: (date: string) => number): Svg[] {
  const all = [
    ...misses.map((miss) => ({
      ...miss,
      tag: 'MEMORY-MISS' as const,
      glyph: miss.isDespite ? ('despite' as const) : ('MEMORY-MISS' as const),
    })),
    ...hits.map((hit) => ({ ...hit, tag: 'MEMORY-HIT' as const, glyph: 'MEMORY-HIT' as const })),
  ].sort((a, b) => compare(a.date, b.date));
  const shifts = sideBySide(all.map(({ date }) => place(date)));
  return all.map(({ date, tag, glyph, href, label }, i) => {
    const shift = shifts[i] ?? 0;
    const shape = [...hole(tag, shift), use(glyph, shift)];
    const drawn = svg`<svg data-tag="${tag}" x="${percent(place(date))}" y="${LINE}" overflow="visible">${shape}</svg>`;
    return mark(href, label, drawn);
  });
}

function hole(tag: 'MEMORY-MISS' | 'MEMORY-HIT', shift: number): Svg[] {
  return tag === 'MEMORY-MISS' ? [svg`<circle fill="var(--paper)" cx="${shift}" r="6"/>`] : [];
}

function use(glyph: Glyph, shift: number): Svg {
  return svg`<use href="${glyphAddress(glyph)}" x="${rounded(shift - MARK / 2)}" y="${-MARK / 2}" width="${MARK}" height="${MARK}"/>`;
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function band(flags: readonly number[]): Svg[] {
  if (flags.length === 0) return [];
  const from = flags.reduce((least, flag) => Math.min(least, flag));
  return [
    svg`<rect fill="var(--sunk)" x="${percent(from)}" y="${LINE - BAND / 2}" width="${percent(1 - from)}" height="${BAND}"/>`,
  ];
}

function flag(at: number, label: string): Svg {
  const pole = svg`<svg x="${percent(at)}" y="2" overflow="visible"><path fill="var(--ink)" d="M0 0h9L6.5 3 9 6H0Z"/><path stroke="var(--ink)" stroke-width="1.5" d="M0 0v26"/></svg>`;
  return mark(null, label, pole);
}

function monthLabel(label: string, at: number): Svg {
  return svg`<g aria-hidden="true"><line stroke="var(--rule-2)" x1="${percent(at)}" x2="${percent(at)}" y1="${LINE - 3}" y2="${LINE + 3}"/><text x="${percent(at)}" y="${WITH_AXIS - 3}" text-anchor="middle">${label}</text></g>`;
}

function swatch(glyph: Glyph, tag: 'MEMORY-MISS' | 'MEMORY-HIT'): Svg {
  return svg`<use data-tag="${tag}" href="${glyphAddress(glyph)}" width="14" height="14"/>`;
}

/** The most days to list one by one; of more, only the first and last are named. */
const SAID = 8;

/** A lifeline in words: `3 misses on 3 Aug, 19 Aug, 14 Sep; 1 of them despite a memory, on 14 Sep; no hits; …`. */
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
  const ofThem = sum(misses) === 1 ? '' : `${sum(despite)} of them `;
  const parts = [
    `${counted(sum(misses), 'miss', 'misses')}${days(misses)}`,
    ...(despite.length === 0 ? [] : [`${ofThem}despite a memory,${days(despite)}`]),
    `${counted(sum(hits), 'hit')}${days(hits)}`,
    flags.length === 0 ? 'no dated memory' : `memory written or strengthened${days(flags)}`,
    ...(undrawn === 0 ? [] : [`${grouped(undrawn)} earlier events not shown`]),
    `shown from ${dayRange(from, to)}`,
  ];
  return `${parts.join('; ')}.`;
}

/** The distance between marks if there is room, in pixels of the narrowest drawing: the column next to a session. */
const APART = 7;
const NARROW = 270;

/** A mark moved further would be at another date. */
const FURTHEST = 14;

/**
 * How many pixels to move each mark so that none covers another: to the right, or to the left at the end of the line.
 * `places` are from 0 to 1, in order. If there are very many marks at one place, some still overlap.
 */
function sideBySide(places: readonly number[]): number[] {
  const step = Math.min(APART, NARROW / places.length);
  let right = Number.NEGATIVE_INFINITY;
  const pushed = places.map((at) => {
    right = Math.max(at * NARROW, right + step);
    return right;
  });
  let limit = NARROW + step;
  const held = pushed.toReversed().map((pixel) => {
    limit = Math.min(pixel, limit - step);
    return limit;
  });
  return held.toReversed().map((pixel, i) => {
    const shift = Math.round((pixel - (places[i] ?? 0) * NARROW) * 10) / 10;
    return Math.max(-FURTHEST, Math.min(FURTHEST, shift));
  });
}
