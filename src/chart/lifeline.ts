/**
 * One mistake over time: a ring for a miss, a ringed dot for a miss despite a memory, a disc for a hit, a flag for each day
 * on which its memory was written or strengthened; shaded since the first of them.
 */
import type { Occurrence } from '#src/memory/misses.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import { compare } from '#src/lib/compare.ts';
import { grouped } from '#src/lib/grouped.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { counted, dayRange, shortDay } from '#src/lib/text/day.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { glyphAddress } from './glyphs.ts';
import { dayAxis, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

export interface Lifeline {
  /** The name of the mistake. */
  name: string;
  /** The first and last day of the line. */
  from: string;
  to: string;
  /** By date. */
  marks: readonly LifelineMark[];
  /** The days on which its memory was written or strengthened. */
  flags: readonly { date: string; label: string }[];
  /** The number of misses and hits before the first mark. */
  undrawn: number;
}

/** The events of one kind on one day. */
export interface LifelineMark {
  kind: keyof typeof KINDS;
  date: string;
  count: number;
  label: string;
}

const KINDS = {
  miss: { tag: 'MEMORY-MISS', glyph: 'MEMORY-MISS', one: 'miss', several: 'misses' },
  despite: {
    ...{ tag: 'MEMORY-MISS', glyph: 'despite' },
    ...{ one: 'miss despite a memory', several: 'misses despite a memory' },
  },
  hit: { tag: 'MEMORY-HIT', glyph: 'MEMORY-HIT', one: 'hit', several: 'hits' },
} as const;

/** What a change of a memory is called, if not "memory written". */
const CHANGES: Record<string, string> = {
  strengthen: 'memory strengthened',
  'file date': 'memory written (the date of its file)',
};

/** More marks cannot be distinguished; the newest are drawn. */
const MOST = 24;
const LINE = 18;
const BAND = 20;
const MARK = 13;
const HEIGHT = 30;
const WITH_AXIS = 46;
/** Free space at both ends, so that the outermost marks stay on the line. */
const EDGE = 0.01;
/** The distance between marks, how far one is moved for it, and the narrowest drawing, in pixels. */
const APART = 7;
const FURTHEST = 14;
const NARROW = 270;
/** The most days to list one by one; of more, only the first and last are named. */
const SAID = 8;

export const LIFELINE_LEGEND: readonly LegendEntry[] = [
  ...Object.values(KINDS).map(({ tag, glyph, one }) => ({
    swatch: svg`<use data-tag="${tag}" href="${glyphAddress(glyph)}" width="14" height="14"/>`,
    words: one,
  })),
  {
    swatch: svg`<use href="${glyphAddress('flag')}" width="14" height="14"/>`,
    words: 'memory written or strengthened',
  },
];

/** The lifeline of a miss group between two days, or from its first mark to its last. */
export function groupLine({ name, misses, hits, flags }: Mistake, days: { from: string; to: string } | null): Lifeline {
  const occurred = [
    ...misses.map((miss): [LifelineMark['kind'], Occurrence] => [miss.kind === 'despite' ? 'despite' : 'miss', miss]),
    ...hits.map((hit): [LifelineMark['kind'], Occurrence] => ['hit', hit]),
  ];
  const byDay = Map.groupBy(occurred, ([kind, { event }]) => `${event.date} ${kind}`);
  const all = Array.from(byDay.values(), (own): LifelineMark => {
    const [[kind, { event }]] = own as [(typeof occurred)[number]];
    const { one, several } = KINDS[kind];
    const said = own.length === 1 ? one : counted(own.length, one, several);
    return { kind, date: event.date, count: own.length, label: `${shortDay(event.date)}: ${said}` };
  }).sort((a, b) => compare(a.date, b.date));
  const marks = all.slice(-MOST);
  const [first, last] = [marks[0]?.date ?? '', marks.at(-1)?.date ?? ''];
  return {
    ...{ name: plainText(readInline(name)), from: first, to: last, ...days, marks },
    flags: flags
      .filter(({ at }) => marks.length === all.length || at.slice(0, 10) >= first)
      .map(({ at, action }) => ({
        date: at.slice(0, 10),
        label: `${shortDay(at)}: ${CHANGES[action] ?? 'memory written'}`,
      })),
    undrawn: sumOf(all.slice(0, -MOST)),
  };
}

function sumOf(marks: readonly LifelineMark[]): number {
  return marks.reduce((sum, { count }) => sum + count, 0);
}

/** The names of the months over the rows of a list of mistakes, which are `rowLine`s between the same days. */
export function mistakeAxis(days: { from: string; to: string }): Drawing {
  const names = ticksOf(days).map(({ label, x }) => svg`<text x="${x}" y="11">${label}</text>`);
  const description = dayRange(days.from, days.to);
  return new Drawing({ name: 'lifeline', height: 14, title: 'Months', description }, names);
}

/** A lifeline as a row of a list of mistakes: with a line for each month. */
export function rowLine(line: Lifeline): Drawing {
  const months = ticksOf(line).map(
    ({ x }) => svg`<line stroke="var(--rule)" aria-hidden="true" x1="${x}" x2="${x}" y1="-7" y2="37"/>`,
  );
  return drawn(line, HEIGHT, months);
}

/** A lifeline by itself, with the names of the months below it. */
export function lifeline(line: Lifeline): Drawing {
  const months = ticksOf(line).map(
    ({ x, label }) =>
      svg`<g aria-hidden="true"><line stroke="var(--rule-2)" x1="${x}" x2="${x}" y1="${LINE - 3}" y2="${LINE + 3}"/><text x="${x}" y="${WITH_AXIS - 3}" text-anchor="middle">${label}</text></g>`,
  );
  return drawn(line, WITH_AXIS, months);
}

function drawn(line: Lifeline, height: number, months: readonly Svg[]): Drawing {
  const place = placesOn(line);
  const flags = line.flags.map(({ date, label }) => ({ at: place(date), label }));
  const since = Math.min(...flags.map(({ at }) => at));
  const shade = svg`<rect fill="var(--sunk)" x="${percent(since)}" y="${LINE - BAND / 2}" width="${percent(1 - since)}" height="${BAND}"/>`;
  const description = lifelineInWords(line);
  return new Drawing({ name: 'lifeline', height, title: line.name, description, legend: LIFELINE_LEGEND }, [
    ...(flags.length > 0 ? [shade] : []),
    ...months,
    svg`<line stroke="var(--rule-2)" x1="0" x2="100%" y1="${LINE}" y2="${LINE}"/>`,
    ...flags.map(({ at, label }) =>
      mark(
        null,
        label,
        svg`<svg x="${percent(at)}" y="2" overflow="visible"><path fill="var(--ink)" d="M0 0h9L6.5 3 9 6H0Z"/><path stroke="var(--ink)" stroke-width="1.5" d="M0 0v26"/></svg>`,
      ),
    ),
    ...marksOf(line.marks, place),
  ]);
}

/** Marks, each moved so that it does not cover the one before it. */
function marksOf(marks: readonly LifelineMark[], place: (date: string) => number): Svg[] {
  let end = Number.NEGATIVE_INFINITY;
  return marks.map(({ kind, date, label }) => {
    const at = place(date) * NARROW;
    end = Math.min(Math.max(at, end + APART), at + FURTHEST, Math.max(at, NARROW));
    const shift = Math.round((end - at) * 10) / 10;
    const { tag, glyph } = KINDS[kind];
    const hole = kind === 'hit' ? svg`` : svg`<circle fill="var(--paper)" cx="${shift}" r="6"/>`;
    const shape = svg`<use href="${glyphAddress(glyph)}" x="${shift - MARK / 2}" y="${-MARK / 2}" width="${MARK}" height="${MARK}"/>`;
    return mark(
      null,
      label,
      svg`<svg data-tag="${tag}" x="${percent(place(date))}" y="${LINE}" overflow="visible">${hole}${shape}</svg>`,
    );
  });
}

/** Where days are on a line, from 0 to 1, with free space at both ends. */
function placesOn({ from, to }: { from: string; to: string }): (date: string) => number {
  const axis = dayAxis(from, to);
  return (date) => EDGE + axis.at(date) * (1 - 2 * EDGE);
}

function ticksOf(days: { from: string; to: string }): { label: string; x: string }[] {
  const place = placesOn(days);
  const { months } = dayAxis(days.from, days.to);
  return monthTicks(months).map(({ label, month }) => ({ label, x: percent(place(`${month}-01`)) }));
}

/** A lifeline in words: `3 misses on 3 Aug, 19 Aug, 14 Sep; 1 of them despite a memory, on 14 Sep; no hits; …`. */
export function lifelineInWords({ marks, flags, undrawn, from, to }: Lifeline): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const day = ({ date }: { date: string }) => (isOneYear ? shortDay(date) : `${shortDay(date)} ${date.slice(0, 4)}`);
  const days = (dated: readonly { date: string }[]) => {
    const [[first], last] = [dated, dated.at(-1)];
    if (!first || !last) return '';
    return dated.length > SAID ? ` from ${day(first)} to ${day(last)}` : ` on ${dated.map(day).join(', ')}`;
  };
  const misses = marks.filter(({ kind }) => kind !== 'hit');
  const despite = marks.filter(({ kind }) => kind === 'despite');
  const hits = marks.filter(({ kind }) => kind === 'hit');
  const ofThem = sumOf(misses) === 1 ? '' : `${sumOf(despite)} of them `;
  const parts = [
    `${counted(sumOf(misses), 'miss', 'misses')}${days(misses)}`,
    ...(despite.length === 0 ? [] : [`${ofThem}despite a memory,${days(despite)}`]),
    `${counted(sumOf(hits), 'hit')}${days(hits)}`,
    flags.length === 0 ? 'no dated memory' : `memory written or strengthened${days(flags)}`,
    ...(undrawn === 0 ? [] : [`${grouped(undrawn)} earlier events not shown`]),
    `shown from ${dayRange(from, to)}`,
  ];
  return `${parts.join('; ')}.`;
}
