/**
 * The card of a year: a picture of 1200 by 630 to share, the size that other sites show. It contains numbers only: no
 * titles, no names, no paths.
 */
import type { ActivityDay } from '../archive/activity.ts';
import type { YearFigures } from '../archive/year-figures.ts';
import { severalOf, TAG_ORDER, wordFor } from '../chronicle/tags.ts';
import { counted } from '../text/day.ts';
import { daysBetween, mondayOf } from '../value/calendar-day.ts';
import { grouped } from '../value/grouped.ts';
import { levelsOf, shadeOf } from './calendar.ts';
import { Drawing } from './drawing.ts';
import { glyphAddress } from './glyphs.ts';
import { type Svg, svg } from './svg.ts';

/** In pixels. */
export const CARD = { width: 1200, height: 630 };

const LEFT = 72;
const WIDTH = CARD.width - 2 * LEFT;
/** The box of the days, to the right of the year. */
const DAYS = { left: 520, top: 62, width: CARD.width - LEFT - 520, height: 284 };
/** More weeks than those of half a year are drawn one half above the other. */
const IN_A_ROW = 27;
const BETWEEN_ROWS = 20;
const LARGEST_CELL = 34;

/** Draws the card of a year. */
export function yearCard(figures: YearFigures): Drawing {
  const { year, numbers, counts, weeks } = figures;
  const tags = TAG_ORDER.filter((tag) => counts.has(tag));
  return new Drawing(
    {
      name: 'picture',
      ...CARD,
      title: `${year} with Claude Code`,
      description: inWords(figures),
    },
    [
      svg`<use data-tag="MEMORY-MISS" href="${glyphAddress('MEMORY-MISS')}" x="${LEFT}" y="57" width="20" height="20"/>`,
      svg`<text class="fill-ink" x="${LEFT + 31}" y="76" font-size="25" font-weight="600">Chronicle</text>`,
      svg`<text class="fill-ink" x="${LEFT - 7}" y="250" font-size="150" font-weight="600" letter-spacing="-7">${year}</text>`,
      svg`<text x="${LEFT}" y="314" font-size="28">with Claude Code</text>`,
      ...days(weeks),
      svg`<path class="stroke-ink" d="M${LEFT} 386h${WIDTH}"/>`,
      ...inColumns(numbers, ({ value, label }, x) => [
        svg`<text class="fill-ink" x="${x}" y="456" font-size="46" font-weight="600" letter-spacing="-1">${value}</text>`,
        svg`<text x="${x}" y="487" font-size="20">${label}</text>`,
      ]),
      ...(tags.length === 0 ? [] : [svg`<path class="stroke-rule" d="M${LEFT} 517h${WIDTH}"/>`]),
      ...inColumns(tags, (tag, x) => [
        svg`<use data-tag="${tag}" href="${glyphAddress(tag)}" x="${x}" y="550" width="20" height="20"/>`,
        svg`<text class="fill-ink" x="${x + 31}" y="561" font-size="23" font-weight="600">${grouped(counts.get(tag) ?? 0)}</text>`,
        svg`<text x="${x + 31}" y="583" font-size="13.5">${wordFor(tag, counts.get(tag) ?? 0)}</text>`,
      ]),
    ],
  );
}

/** `2026: 68 sessions, 203 hours active. 583 events: 187 decisions, 50 pivots.` */
function inWords({ year, numbers, counts }: YearFigures): string {
  const said = numbers.map(({ value, label }) => `${value} ${label}`).join(', ');
  const tags = TAG_ORDER.filter((tag) => counts.has(tag));
  if (tags.length === 0) return `${year}: ${said}.`;
  const events = tags.map((tag) => counted(counts.get(tag) ?? 0, wordFor(tag, 1), severalOf(tag)));
  return `${year}: ${said}. Events: ${events.join(', ')}.`;
}

function inColumns<Item>(items: readonly Item[], draw: (item: Item, x: number) => Svg[]): Svg[] {
  return items.flatMap((item, i) => draw(item, Math.round(LEFT + (i * WIDTH) / items.length)));
}

function days(weeks: readonly ActivityDay[][]): Svg[] {
  const rows = weeks.length > IN_A_ROW ? 2 : 1;
  const columns = Math.max(1, Math.ceil(weeks.length / rows));
  const height = (DAYS.height - (rows - 1) * BETWEEN_ROWS) / rows;
  const cell = Math.min(LARGEST_CELL, DAYS.width / columns, height / 7);
  const left = DAYS.left + DAYS.width - columns * cell;
  const levels = levelsOf(weeks.flat());
  return weeks.flatMap((week, i) =>
    week
      .filter(({ isBlank }) => !isBlank)
      .map((day) => {
        const row = Math.floor(i / columns);
        const x = left + (i % columns) * cell;
        const y = DAYS.top + row * (7 * cell + BETWEEN_ROWS) + daysBetween(mondayOf(day.date), day.date) * cell;
        return dayCell(day, { x, y, cell, shade: shadeOf(day, levels) });
      }),
  );
}

interface Cell {
  x: number;
  y: number;
  /** With the free space around it. */
  cell: number;
  shade: number;
}

function dayCell({ isDespite }: ActivityDay, { x, y, cell, shade }: Cell): Svg {
  const size = fine(cell * 0.86);
  const box = svg`<rect class="fill-level-${shade}" x="${fine(x)}" y="${fine(y)}" width="${size}" height="${size}" rx="${fine(cell * 0.12)}"/>`;
  if (!isDespite) return box;
  const [cx, cy] = [fine(x + size / 2), fine(y + size / 2)];
  return svg`${[box, svg`<circle class="calendar-ring" cx="${cx}" cy="${cy}" r="${fine(cell * 0.23)}"/>`]}`;
}

function fine(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
