/**
 * The figures of a post: charts of the archive with a title and a description of their own. Each contains at most one
 * text from the archive, the name of a mistake or a project. The rest is fixed wording, dates and numbers.
 */

import type { Drawing } from '#src/chart/drawing.ts';
import { groupLine } from '#src/chart/group-line.ts';
import { memoryChart } from '#src/chart/hit-miss-bars.ts';
import { lifeline, lifelineInWords } from '#src/chart/lifeline.ts';
import { groupName } from '#src/memory/misses/group-name.ts';
import type { MemoryTrends, Span } from '#src/memory/misses/memory-trends.ts';
import type { MissGroup } from '#src/memory/misses/miss-group.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { cutAtWord } from '#src/lib/text/clip.ts';
import { counted, dayRange, monthName } from '#src/lib/text/day.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { dayAfter, daysBetween } from '#src/lib/calendar-day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { plainLine } from './post-line.ts';
import type { FigureData } from './resolve-component.ts';

/** Screen readers split longer alt text. */
const ALT = 300;
/** The longest title that fits a picture, dates included. */
const TITLE = 68;

/**
 * Draws a figure of a post. Text from the archive passes through `edit` in full, before it is cut or drawn; `what` says
 * where it will appear: `title and alt text`. The drawing's description is its alt text, at most 300 characters. Links
 * into the site may remain; `standalone` removes them.
 */
export function drawFigure(figure: FigureData, edit: (text: string, what: string) => string): Drawing {
  const named = (text: string) => plainLine(plainText(readInline(edit(plainLine(text), 'title and alt text'))));
  switch (figure.kind) {
    case 'lifeline':
      return lifelineFigure(figure, named);
    case 'miss-trend': {
      const { title, description } = trendWords(figure.trends);
      return memoryChart(figure.trends).named(title, description);
    }
  }
}

type Figure<K extends FigureData['kind']> = Extract<FigureData, { kind: K }>;

function lifelineFigure({ group }: Figure<'lifeline'>, named: (text: string) => string): Drawing {
  const line = groupLine(group, null);
  const days = [...line.misses, ...line.hits, ...line.flags].map(({ date }) => date).sort();
  const { from, to } = widened(days[0] ?? line.from, days.at(-1) ?? line.to);
  const name = editedName(group, named);
  const range = `, ${dayRange(from, to)}`;
  const words = lifelineInWords({ ...line, from, to });
  const described = `“${cutAtWord(name, TITLE)}”: ${words}`;
  return lifeline({ ...line, from, to }, true).named(
    `${cutAtWord(name, TITLE - range.length)}${range}`,
    cutAtWord(described, ALT),
  );
}

/** Fewer days do not show a trend. */
const LEAST = 14;

/** A range widened evenly to two weeks. Empty days stay empty. */
function widened(from: string, to: string): { from: string; to: string } {
  const missing = Math.max(0, LEAST - 1 - daysBetween(from, to));
  return { from: dayAfter(from, -Math.floor(missing / 2)), to: dayAfter(to, Math.ceil(missing / 2)) };
}

/**
 * A group is named after the start of a miss unless the owner named it. A secret cut in half is not recognized, so the
 * whole miss is edited and then cut again.
 */
function editedName({ name, misses }: MissGroup, named: (text: string) => string): string {
  const origin = misses.find((miss) => groupName([miss]) === name);
  if (!origin) return named(name);
  const { session, event } = origin;
  return groupName([{ session, event: { ...event, text: named(event.text) } }]);
}

/** The title and alt text of the trend of hits and misses. */
function trendWords({ spans: { unit, list } }: Pick<MemoryTrends, 'spans'>): {
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
  const said = kinds.map(({ count, words }) => `${grouped(count)} ${words}`).join(', ');
  const title = `Memory hits and misses per ${unit}, ${rangeOf(unit, list)}`;
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
