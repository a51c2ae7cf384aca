/**
 * A lane shows the events of one tag in a period, or its observations: a mark for each, stacked by column, or a bar per column if there are
 * too many. Each lane is a drawing of its own, so that a page can hide it or put text next to it.
 *
 *     △
 *     ▲   △       ▲
 *     ▲   ▲ ▲     ▲ ▲   ▲
 *
 * Unconfirmed events are on top, dashed.
 */

import { isCandidate } from '../chronicle/candidate.ts';
import type { Tag } from '../chronicle/tags.ts';
import { counted, dayRange, shortDay } from '../text/day.ts';
import { sessionAddress } from '../text/page-address.ts';
import { type LaneKind, laneLabel, laneSeveral, OBSERVATION } from '../timeline/lane-kind.ts';
import type { Lane, Lanes, Stack } from '../timeline/lanes.ts';
import { dayAfter } from '../value/calendar-day.ts';
import { grouped } from '../value/grouped.ts';
import { Drawing, mark, percent } from './drawing.ts';
import { candidateGlyph, eventGlyph, type Glyph, glyphAddress, type LineIcon } from './glyphs.ts';
import { dayAxis, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** What a lane needs to know about its page. */
export interface LaneLinks {
  /** The number of a project in the filters. */
  numberOf(slug: string): number;
  /** The address of a bar's events. */
  addressOf(stack: Stack): string;
}

const NO_LINKS: LaneLinks = { numberOf: () => 0, addressOf: () => '' };

const MARK = 9;
const STEP = 10;
/** The heights of the tallest bar and the smallest visible one. */
const BAR = 84;
const LEAST = 2;
/** As a share of a column's width, with a limit for a few wide columns. */
const BAR_WIDTH = 0.7;
const BROADEST = 0.03;
const AXIS = 20;
/** The space for a name above each lane in a file. */
const NAME = 28;

/** One lane. Its marks are hidden from screen readers and the tab order, because the list below has the same links. */
export function laneDrawing(lane: Lane, lanes: Lanes, links: LaneLinks): Drawing {
  const height = laneHeight(lane, lanes);
  const frame = { name: 'lane-plot', height, title: laneLabel(lane.kind), description: inWords(lane) };
  return new Drawing(frame, plot(lane, lanes, height, links));
}

/** All lanes in one drawing with their names, without links, for an SVG file. */
export function lanesDrawing(title: string, lanes: Lanes): Drawing {
  let y = 0;
  const drawn = lanes.lanes.map((lane) => {
    const height = laneHeight(lane, lanes);
    const content = plot(lane, lanes, height, NO_LINKS);
    const part = svg`<g data-tag="${lane.kind}"><text x="0" y="${y + NAME - 8}">${inWords(lane)}</text><svg y="${y + NAME}" height="${height}">${content}</svg></g>`;
    y += NAME + height;
    return part;
  });
  const description = lanes.lanes.map(inWords).join(' ');
  const axis = svg`<svg y="${y}">${laneTicks(lanes.columns).map(tickLabel)}</svg>`;
  return new Drawing({ name: 'lane-plot', height: y + AXIS, title, description }, [...drawn, axis]);
}

/** The axis below the lanes. */
export function laneAxis({ columns }: Lanes): Svg {
  return svg`<svg class="lane-plot" height="${AXIS}" aria-hidden="true">${laneTicks(columns).map(tickLabel)}</svg>`;
}

function plot(lane: Lane, lanes: Lanes, height: number, links: LaneLinks): Svg[] {
  const drawn = lanes.isByEvent
    ? [...definitions(lane), ...lane.stacks.map((stack) => marks(stack, lane.kind, height - 1 - STEP / 2, links))]
    : lane.stacks.map((stack) => bars(stack, lane.kind, lanes, height - 1, links));
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

/** The definitions of a lane's marks, so that each use is short. */
function definitions({ kind, candidates }: Lane): Svg[] {
  const own = definition(laneGlyph(kind));
  return candidates === 0 || kind === OBSERVATION ? [own] : [own, definition(candidateGlyph(kind))];
}

/** The glyph of a lane: its tag's, or a bookmark for observations. */
export function laneGlyph(kind: LaneKind): Tag | LineIcon {
  return kind === OBSERVATION ? 'bookmark' : kind;
}

function definition(glyph: Glyph): Svg {
  return svg`<defs><g id="mark-${glyph}"><use href="${glyphAddress(glyph)}" x="${-MARK / 2}" y="${-MARK / 2}" width="${MARK}" height="${MARK}"/></g></defs>`;
}

function marks(stack: Stack, kind: LaneKind, bottom: number, { numberOf }: LaneLinks): Svg {
  const uses = stack.occurrences.map((one, i) => {
    const { project, name } = one.session;
    const { id } = 'event' in one ? one.event : one.observation;
    const isOpen = 'event' in one && isCandidate(one.event);
    const glyph = 'event' in one ? eventGlyph(one.event) : laneGlyph(kind);
    const href = sessionAddress(project.slug, name, id);
    return svg`<a href="${href}" tabindex="-1" data-p="${numberOf(project.slug)}"${isOpen ? CANDIDATE : NOTHING}><use href="#mark-${glyph}" y="${bottom - i * STEP}"/></a>`;
  });
  return svg`<svg x="${percent(stack.at)}" overflow="visible"><title>${stackName(stack, kind)}</title>${uses}</svg>`;
}

const CANDIDATE = svg` data-candidate=""`;
const NOTHING = svg``;

/** A bar for the events, with an outlined one for unconfirmed events on top. */
function bars(
  stack: Stack,
  kind: LaneKind,
  { columns, tallest }: Lanes,
  bottom: number,
  { addressOf }: LaneLinks,
): Svg {
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
  return mark(addressOf(stack), stackName(stack, kind), svg`${drawn}`);
}

function stackName({ column: { first, last }, events, candidates }: Stack, kind: LaneKind): string {
  return `${dayRange(first, last)}: ${countedLane(events, kind)}${andCandidates(candidates)}`;
}

function inWords({ kind, events, candidates, change }: Lane): string {
  const against = change === '–' ? '' : `, ${change} from the first half to the second`;
  return `${countedLane(events, kind)}${andCandidates(candidates)}${against}.`;
}

function andCandidates(candidates: number): string {
  return candidates === 0 ? '' : ` (${grouped(candidates)} more unconfirmed)`;
}

/** `3 memory misses`. */
export function countedLane(count: number, kind: LaneKind): string {
  return counted(count, laneLabel(kind).toLowerCase(), laneSeveral(kind));
}

function rule(at: number): Svg {
  return svg`<line class="stroke-rule" stroke-dasharray="1 4" x1="${percent(at)}" x2="${percent(at)}" y1="0" y2="100%"/>`;
}

function tickLabel({ at, label }: LaneTick): Svg {
  return svg`<text x="${percent(at)}" y="14" text-anchor="${at === 0 ? 'start' : 'middle'}">${label}</text>`;
}

/** A line across the lanes and its label below them. */
interface LaneTick {
  /** From 0 to 1. */
  at: number;
  label: string;
}

/** The most day labels side by side on a phone. */
const MOST_DAYS = 8;

/** Ticks at the beginning of months; if a column is a day, at Mondays, or at each day if there are few. */
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
