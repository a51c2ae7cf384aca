/**
 * The session chart: all that is known of when something happened in a session, on one line of time. Idle time is folded into
 * a band, so that the rest shares one scale. It has one layout in pixels; a phone scrolls it sideways.
 *
 *              Wed 2 Sep            ┊ 15 h 13 ┊ Thu 3 Sep
 *     Prompts  1    2      3        ┊  idle   ┊ 4    5
 *     Events     ◆    ◆  ✕──→~      ┊         ┊   ◆
 *
 * Its marks are hidden from screen readers and the tab order, because the log below has the same links;
 * `sessionChartWords` says what they show.
 */
import type { ChartLink, ChartMark, SessionChart, Stretch } from '#src/archive/session-chart.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { clock, counted, duration, weekDay } from '#src/lib/text/day.ts';
import { commitAnchor } from '#src/lib/text/page-address.ts';
import { laneLabel, OBSERVATION } from '#src/archive/lane-kind.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { Drawing } from './drawing.ts';
import { laneGlyph } from './glyph-address.ts';
import { foundGlyph, glyphAddress } from './glyphs.ts';
import {
  LabelRow,
  MARK,
  NAMES,
  type Scale,
  type Span,
  type Stack,
  scaleOf,
  stacked,
  WIDTH,
} from './session-chart-scale.ts';
import { type Svg, svg } from './svg.ts';

/** The heights of rows. */
const [PROMPTS, ROW, LINK, AXIS] = [34, 20, 20, 22];
/** The step of a stack of marks. */
const STEP = 12;
/** The average width of a letter at 11 pixels, rather wide, and of a commit's hash. */
const LETTER = 6.2;
const HASH = 52;
const DAY = 24 * 60;
/** The longest text of a title. */
const TITLE = 90;
const NOTHING = svg``;
const STRONG = svg` fill="var(--ink)" font-weight="600"`;

/** The chart as one drawing. */
export function sessionChart(shown: SessionChart): Svg {
  const { height, content } = drawn(shown);
  return svg`<svg class="chart session-chart" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" aria-hidden="true">${content}</svg>`;
}

/** The width of a picture without its margins. */
const PICTURE = 564;

/** The chart for a post, with times, numbers and hashes, but no text of the session. */
export function sessionPicture(shown: SessionChart, title: string): Drawing {
  const { height, content } = drawn({
    ...shown,
    marks: shown.marks.map((mark) => ({ ...mark, text: '' })),
    prompts: shown.prompts.map((prompt) => ({ ...prompt, text: '' })),
    commits: shown.commits.map((commit) => ({ ...commit, subject: '' })),
    pullRequests: shown.pullRequests.map((request) => ({ ...request, title: '' })),
  });
  const scaled = Math.ceil((height * PICTURE) / WIDTH);
  const description = `${sessionChartWords(shown)}.`;
  return new Drawing({ name: 'session-picture', height: scaled, title, description }, [
    svg`<svg viewBox="0 0 ${WIDTH} ${height}" width="100%" height="${scaled}">${content}</svg>`,
  ]);
}

function drawn(shown: SessionChart): { height: number; content: Svg[] } {
  const scale = scaleOf(shown.stretches);
  const stacks = stacked(shown.marks, scale);
  // A mark that is stacked with others is drawn at their place.
  const xOf = (minute: number) =>
    stacks.find(({ marks }) => marks.some((mark) => mark.minute === minute))?.x ?? scale.x(minute);
  const links = shown.links
    .map((link) => ({ link, span: [xOf(link.from), (link.commit === null ? xOf : scale.x)(link.to)] as const }))
    .filter(({ span: [left, right] }) => right - left >= MARK);
  const days = daysOf(shown.stretches);
  const [hasPrompts, hasTests] = [shown.prompts.length > 0, shown.tests.length > 0];
  const hasCommits = shown.commits.length + shown.pullRequests.length > 0;
  const top = days.length > 1 ? 20 : 2;
  const tallest = stacks.reduce((most, { marks, more }) => Math.max(most, marks.length + Number(more > 0)), 1);
  const events = top + (hasPrompts ? PROMPTS : 0) + tallest * STEP + 2;
  const commits = events + 20 + links.length * LINK + ROW / 2;
  const tests = commits + (hasCommits ? ROW : 0);
  const axis = tests - ROW / 2 + (hasTests ? ROW : 0) + (hasCommits || hasTests ? 2 : 0);
  const name = (y: number, words: string) => svg`<text x="0" y="${y}">${words}</text>`;
  const rule = (colour: string, y: number) =>
    svg`<line stroke="var(${colour})" x1="${NAMES}" x2="${WIDTH}" y1="${y}" y2="${y}"/>`;
  const content = [
    ...(hasPrompts ? [name(top + 21, 'Prompts')] : []),
    name(events - 5, 'Events'),
    ...(hasCommits ? [name(commits + 4, 'Commits'), rule('--rule', commits + 0.5)] : []),
    ...(hasTests ? [name(tests + 4, 'Test runs')] : []),
    rule('--rule-2', events + 9.5),
    rule('--rule-2', axis + 0.5),
    ...bandMarks(shown, scale, top, axis),
    ...(days.length > 1 ? dayLabels(days, scale) : []),
    ...promptMarks(shown, scale, top, events),
    ...links.map(({ link, span }, row) => linkMark(link, span, { row, events, commits })),
    ...stacks.flatMap((stack) => stackMarks(stack, events)),
    ...commitMarks(shown, scale, commits),
    ...shown.tests.map(({ minute, isFailed }) => testMark(scale.x(minute), tests, isFailed)),
    ...timeLabels(shown.stretches, scale, axis + 15),
  ];
  return { height: axis + AXIS, content };
}

/** A label of a row, where it has room. */
function said(place: ReturnType<LabelRow['place']>, y: number, words: string, look = NOTHING): Svg {
  return place === null
    ? NOTHING
    : svg`<text${look} x="${place.x}" y="${y}" text-anchor="${place.anchor}">${words}</text>`;
}

/** The first minute of each day. */
function daysOf(stretches: readonly Stretch[]): number[] {
  const found: number[] = [];
  for (const { from, to } of stretches) {
    if (found.length === 0 || dayOf(found.at(-1) ?? 0) !== dayOf(from)) found.push(from);
    for (let day = Math.floor(from / DAY) + 1; day * DAY <= to; day++) found.push(day * DAY);
  }
  return found;
}

function dayLabels(days: readonly number[], scale: Scale): Svg[] {
  const row = new LabelRow();
  return days.map((minute) =>
    said(row.place(scale.x(minute), 10 * LETTER, ['start', 'end']), 11, weekDay(dayOf(minute)), STRONG),
  );
}

/** The ends of stretches, and full hours or parts of them where there is room. */
function timeLabels(stretches: readonly Stretch[], scale: Scale, y: number): Svg[] {
  const row = new LabelRow();
  const label = (minute: number, anchors: Parameters<LabelRow['place']>[2]) =>
    said(row.place(scale.x(minute), 6 * LETTER, anchors), y, clock(minute));
  const step = [15, 30, 60, 120, 180, 240, 360, 720].find((each) => each * scale.perMinute >= 80) ?? DAY;
  const ticks = stretches.flatMap(({ from, to }) => {
    const first = Math.ceil((from + 1) / step);
    const length = Math.min(100, Math.max(0, Math.ceil(to / step) - first));
    return Array.from({ length }, (_, i) => (first + i) * step);
  });
  return [
    ...stretches.slice(-1).map(({ to }) => label(to, ['end'])),
    ...stretches.map(({ from }) => label(from, ['start', 'end'])),
    ...ticks.map((minute) => label(minute, ['middle'])),
  ];
}

/** Prompts as lines down to the events, with their numbers where there is room. */
function promptMarks({ prompts }: SessionChart, scale: Scale, y: number, events: number): Svg[] {
  const row = new LabelRow();
  return prompts.map(({ number, anchor, text, minute }) => {
    const [x, width] = [scale.x(minute), String(number).length * 7 + 9];
    const place = row.place(x, width - 2, ['middle']);
    const box = svg`<rect fill="var(--paper)" stroke="var(--ink-3)" x="${x - width / 2}" y="${y + 8}" width="${width}" height="18" rx="3"/>`;
    return svg`<a href="#${anchor}" tabindex="-1"><title>Prompt ${number}, ${clock(minute)}${saidAfter(text)}</title><line stroke="var(--rule)" x1="${x}" x2="${x}" y1="${y}" y2="${events + 9}"/>${place ? box : NOTHING}${said(place, y + 21, String(number), STRONG)}</a>`;
  });
}

/** A text in the title of a mark. */
function saidAfter(text: string): string {
  return oneLine(text) === '' ? '' : `: ${clip(oneLine(text), TITLE)}`;
}

function stackMarks({ x, marks, more }: Stack, events: number): Svg[] {
  const drawnMarks = marks.map((mark, i) => eventMark(mark, x, events - i * STEP));
  const y = events + 4 - marks.length * STEP;
  return more === 0 ? drawnMarks : [...drawnMarks, svg`<text x="${x}" y="${y}" text-anchor="middle">+${more}</text>`];
}

/** Marks below a found event must not show through. */
function eventMark({ id, kind, isFound, time, text }: ChartMark, x: number, y: number): Svg {
  const glyph = isFound && kind !== OBSERVATION ? foundGlyph(kind) : laneGlyph(kind);
  const size = MARK - 1;
  const paper = isFound ? svg`<circle fill="var(--paper)" cx="${x}" cy="${y}" r="${MARK / 2}"/>` : NOTHING;
  const found = isFound ? svg` data-found=""` : NOTHING;
  const name = `${time} ${laneLabel(kind)}${isFound ? ', found in the transcript' : ''}${saidAfter(text)}`;
  return svg`<a href="#${id}" tabindex="-1" data-tag="${kind}"${found}><title>${name}</title>${paper}<use href="${glyphAddress(glyph)}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/></a>`;
}

/** Down from the error, along, and up to the pivot or down to the commit. */
function linkMark(
  { from, to, commit }: ChartLink,
  [left, right]: Span,
  { row, events, commits }: { row: number; events: number; commits: number },
): Svg {
  const y = events + 20 + row * LINK + 0.5;
  const end = commit === null ? events + 11 : commits - 5;
  const tip = commit === null ? 'l-3 4m3 -4l3 4' : 'l-3 -4m3 4l3 -4';
  const words = `${duration(to - from)} ${commit === null ? 'to the pivot' : `to commit ${commit.slice(0, 7)}`}`;
  const place = new LabelRow().place(right, words.length * LETTER, ['end', 'start'], 6);
  return svg`<path fill="none" stroke="var(--error)" stroke-width="1.4" d="M${left} ${events + 10}V${y}H${right}V${end}${tip}"/>${said(place, y + 12.5, words, svg` fill="var(--error)"`)}`;
}

/** Pull requests by their numbers, and commits, with their hashes where there is room to the right of them. */
function commitMarks({ commits, pullRequests }: SessionChart, scale: Scale, y: number): Svg[] {
  const xs = commits.map(({ minute }) => scale.x(minute));
  const row = new LabelRow([...scale.bands, ...xs.map((x): Span => [x - 3, x + 3])]);
  const requests = pullRequests.map(({ minute, number, title }) => {
    const [x, words] = [scale.x(minute), number === null ? 'PR' : `PR #${number}`];
    const [width, before] = [words.length * LETTER, Math.max(...xs.filter((other) => other <= x))];
    // The words are its only mark: without room at its place, they are in front of the commit before it.
    const place = row.place(x, width, ['end', 'start'], 8) ??
      row.place(before, width, ['end'], 8) ?? { x: x - 8, anchor: 'end' };
    return svg`<g><title>Pull request: ${clip(oneLine(title), TITLE)}</title>${said(place, y + 4.5, words, STRONG)}</g>`;
  });
  const drawnCommits = commits.map(({ minute, hash, subject }, i) => {
    const [x, short] = [xs[i] ?? 0, hash.slice(0, 7)];
    const label = said(row.place(x, HASH, ['start'], 8), y + 4.5, short, svg` font-family="var(--mono)"`);
    return svg`<a href="#${commitAnchor(hash)}" tabindex="-1"><title>${clock(minute)} ${short} ${clip(oneLine(subject), TITLE)}</title><circle fill="var(--paper)" stroke="var(--ink)" stroke-width="1.8" cx="${x}" cy="${y + 0.5}" r="4"/>${label}</a>`;
  });
  return [...drawnCommits, ...requests];
}

function testMark(x: number, y: number, isFailed: boolean): Svg {
  return isFailed
    ? svg`<path fill="none" stroke="var(--error)" stroke-width="1.4" d="M${x - 3} ${y - 3}l6 6m0 -6l-6 6"/>`
    : svg`<path stroke="var(--ink-2)" stroke-width="1.6" d="M${x} ${y - 4}v8"/>`;
}

/** The bands of folded times, which name their lengths where there is room. */
function bandMarks({ stretches, isIdle }: SessionChart, { bands, isWide }: Scale, top: number, axis: number): Svg[] {
  const middle = Math.round((top + axis) / 2);
  const word = isIdle ? 'idle' : 'no events';
  return bands.map(([left, right], i) => {
    const [from, to] = [stretches[i]?.to ?? 0, stretches[i + 1]?.from ?? 0];
    const length = duration(to - from);
    const words = [length, `${word},`, 'folded'].map((text, line) =>
      said(
        { x: (left + right) / 2, anchor: 'middle' },
        middle + (line - 1) * 14 + 4,
        text,
        line === 0 ? STRONG : NOTHING,
      ),
    );
    return svg`<g><title>${length} ${word}, ${clock(from)} to ${clock(to)}</title><rect fill="var(--sunk)" x="${left}" y="${top}" width="${right - left}" height="${axis - top}"/>${isWide ? words : NOTHING}</g>`;
  });
}

/** `13 events and 3 observations, 15:28 to 11:02. 12 prompts, 5 commits, 17 test runs. Folded: 15 h 13, idle.` */
export function sessionChartWords(chart: SessionChart): string {
  const { marks, untimed, prompts, commits, tests, stretches, isIdle, links } = chart;
  const observations = marks.filter(({ kind }) => kind === OBSERVATION).length;
  const inOrder = marks.toSorted((a, b) => a.minute - b.minute);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const also = observations === 0 ? '' : ` and ${counted(observations, 'observation')}`;
  const drawn = counted(marks.length - observations, 'event');
  const events = `${drawn}${untimed > 0 ? ' with a time' : ''}${also}`;
  const span = first && last ? `, ${first.time} to ${last.time}` : '';
  const work = [
    prompts.length > 0 ? counted(prompts.length, 'prompt') : '',
    commits.length > 0 ? counted(commits.length, 'commit') : '',
    tests.length > 0 ? counted(tests.length, 'test run') : '',
  ].filter((part) => part !== '');
  const folded = stretches.slice(1).map(({ from }, i) => duration(from - (stretches[i]?.to ?? from)));
  const ended = links.map(({ from, to }) => `the error of ${clock(from)} ended after ${duration(to - from)}`);
  return [
    `${events}${span}`,
    work.join(', '),
    folded.length > 0 ? `Folded: ${folded.join(', ')} ${isIdle ? 'idle' : 'without an event'}` : '',
    ended.length > 0 ? capitalised(ended.join(', ')) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join('. ');
}

/** The local day of a minute: `2026-09-02`. */
function dayOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 10);
}
