/**
 * A lane is the events of one tag along a period: a mark for each, stacked by column, or a bar for each
 * column where there are too many. One drawing a lane, so that a page can hide it or write beside it.
 *
 *     △
 *     ▲   △       ▲
 *     ▲   ▲ ▲     ▲ ▲   ▲
 *
 * Candidates stand on top, in dashes.
 */

import { isCandidate } from '../chronicle/candidate.ts';
import { TAG_WORDS, type Tag } from '../chronicle/tags.ts';
import { counted, dayRange, shortDay } from '../text/day.ts';
import { sessionAddress } from '../text/page-address.ts';
import type { Lane, Lanes, Stack } from '../timeline/lanes.ts';
import { dayAfter } from '../value/calendar-day.ts';
import { Drawing, mark, percent } from './drawing.ts';
import { candidateGlyph, type Glyph, glyphAddress } from './glyphs.ts';
import { dayAxis, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** What a lane has to know of the page it stands on. */
export interface LaneLinks {
  /** The number by which a project's marks are dimmed. */
  numberOf(slug: string): number;
  /** Where the events of a bar are listed. */
  addressOf(stack: Stack): string;
}

const NO_LINKS: LaneLinks = { numberOf: () => 0, addressOf: () => '' };

const MARK = 9;
const STEP = 10;
/** The tallest bar, and the least one that is seen. */
const BAR = 84;
const LEAST = 2;
/** Of a column's width; few columns would make it broader than it needs to be. */
const BAR_WIDTH = 0.7;
const BROADEST = 0.03;
const AXIS = 20;
/** Where lanes stand below one another, room for a name above each. */
const NAME = 28;

/** One lane. Marks are left out of the tab order and are not read out: the list below holds the same links. */
export function laneDrawing(lane: Lane, lanes: Lanes, links: LaneLinks): Drawing {
  const height = laneHeight(lane, lanes);
  const frame = { name: 'lane-plot', height, title: TAG_WORDS[lane.tag].label, description: inWords(lane) };
  return new Drawing(frame, plot(lane, lanes, height, links));
}

/** All lanes in one drawing, each below its name, for a file: it leads nowhere. */
export function lanesDrawing(title: string, lanes: Lanes): Drawing {
  let y = 0;
  const drawn = lanes.lanes.map((lane) => {
    const height = laneHeight(lane, lanes);
    const content = plot(lane, lanes, height, NO_LINKS);
    const part = svg`<g data-tag="${lane.tag}"><text x="0" y="${y + NAME - 8}">${inWords(lane)}</text><svg y="${y + NAME}" height="${height}">${content}</svg></g>`;
    y += NAME + height;
    return part;
  });
  const description = lanes.lanes.map(inWords).join(' ');
  const axis = svg`<svg y="${y}">${laneTicks(lanes.columns).map(tickLabel)}</svg>`;
  return new Drawing({ name: 'lane-plot', height: y + AXIS, title, description }, [...drawn, axis]);
}

/** What stands below the lanes. */
export function laneAxis({ columns }: Lanes): Svg {
  return svg`<svg class="lane-plot" height="${AXIS}" aria-hidden="true">${laneTicks(columns).map(tickLabel)}</svg>`;
}

function plot(lane: Lane, lanes: Lanes, height: number, links: LaneLinks): Svg[] {
  const drawn = lanes.isByEvent
    ? [...definitions(lane), ...lane.stacks.map((stack) => marks(stack, lane.tag, height - 1 - STEP / 2, links))]
    : lane.stacks.map((stack) => bars(stack, lane.tag, lanes, height - 1, links));
  return [
    ...laneTicks(lanes.columns).map(({ at }) => rule(at)),
    svg`<line class="stroke-line" x1="0" x2="100%" y1="${height - 0.5}" y2="${height - 0.5}"/>`,
    svg`<g aria-hidden="true">${drawn}</g>`,
  ];
}

function laneHeight({ stacks }: Lane, { isByEvent, tallest }: Lanes): number {
  const most = Math.max(1, ...stacks.map(({ events, candidates }) => events + candidates));
  return (isByEvent ? most * STEP : Math.max(STEP, Math.round((BAR * most) / tallest))) + 2;
}

/** The marks of a lane, once: each of their uses is short. */
function definitions({ tag, candidates }: Lane): Svg[] {
  return candidates === 0 ? [definition(tag)] : [definition(tag), definition(candidateGlyph(tag))];
}

function definition(glyph: Glyph): Svg {
  return svg`<defs><g id="mark-${glyph}"><use href="${glyphAddress(glyph)}" x="${-MARK / 2}" y="${-MARK / 2}" width="${MARK}" height="${MARK}"/></g></defs>`;
}

function marks(stack: Stack, tag: Tag, bottom: number, { numberOf }: LaneLinks): Svg {
  const uses = stack.occurrences.map(({ session: { project, name }, event }, i) => {
    const href = sessionAddress(project.slug, name, event.id);
    return svg`<a href="${href}" tabindex="-1" data-p="${numberOf(project.slug)}"${isCandidate(event) ? CANDIDATE : NOTHING}><use href="#mark-${isCandidate(event) ? candidateGlyph(tag) : tag}" y="${bottom - i * STEP}"/></a>`;
  });
  return svg`<svg x="${percent(stack.at)}" overflow="visible"><title>${stackName(stack, tag)}</title>${uses}</svg>`;
}

const CANDIDATE = svg` data-candidate=""`;
const NOTHING = svg``;

/** A bar as high as there are events, and on it a hollow one for the candidates. */
function bars(stack: Stack, tag: Tag, { columns, tallest }: Lanes, bottom: number, { addressOf }: LaneLinks): Svg {
  const { events, candidates, at } = stack;
  const width = Math.min(BROADEST, BAR_WIDTH / columns.length);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((BAR * count) / tallest)));
  const bar = (look: Svg, top: number, height: number) =>
    svg`<rect ${look} x="${percent(at - width / 2)}" width="${percent(width)}" y="${top}" height="${height}"/>`;
  const [height, above] = [heightOf(events), heightOf(candidates)];
  const drawn = [
    ...(events === 0 ? [] : [bar(svg`class="fill-tag"`, bottom - height, height)]),
    ...(candidates === 0 ? [] : [bar(svg`class="stroke-tag" data-candidate=""`, bottom - height - above, above)]),
  ];
  return mark(addressOf(stack), stackName(stack, tag), svg`${drawn}`);
}

function stackName({ column: { first, last }, events, candidates }: Stack, tag: Tag): string {
  return `${dayRange(first, last)}: ${countedTag(events, tag)}${andCandidates(candidates)}`;
}

function inWords({ tag, events, candidates, change }: Lane): string {
  const against = change === '–' ? '' : `, the second half ${change} against the first`;
  return `${countedTag(events, tag)}${against}${andCandidates(candidates)}.`;
}

function andCandidates(candidates: number): string {
  return candidates === 0 ? '' : `, and ${counted(candidates, 'candidate')}`;
}

/** `3 memory misses`. */
export function countedTag(count: number, tag: Tag): string {
  const { label, several } = TAG_WORDS[tag];
  return counted(count, label.toLowerCase(), several ?? `${label.toLowerCase()}s`);
}

function rule(at: number): Svg {
  return svg`<line class="stroke-rule" stroke-dasharray="1 4" x1="${percent(at)}" x2="${percent(at)}" y1="0" y2="100%"/>`;
}

function tickLabel({ at, label }: LaneTick): Svg {
  return svg`<text x="${percent(at)}" y="14" text-anchor="${at === 0 ? 'start' : 'middle'}">${label}</text>`;
}

/** A line across the lanes, and what stands below it. */
interface LaneTick {
  /** From 0 to 1. */
  at: number;
  label: string;
}

/** Days that can be named side by side on a phone. */
const MOST_DAYS = 8;

/** Where months begin among columns of equal length; where a column is a day, Mondays, or each day if they are few. */
function laneTicks(columns: readonly { first: string; last: string }[]): LaneTick[] {
  const first = columns[0]?.first ?? '';
  const end = dayAfter(columns.at(-1)?.last ?? '', 1);
  if (columns[0]?.last !== first) return monthTicks(dayAxis(first, end).months);
  return columns
    .map(({ first: day }, i) => ({ at: i / columns.length, label: shortDay(day), day }))
    .filter(({ day }) => columns.length <= MOST_DAYS || isMonday(day))
    .map(({ at, label }) => ({ at, label }));
}

function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
}
