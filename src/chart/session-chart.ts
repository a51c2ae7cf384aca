/**
 * The session chart: all that is known of when something happened in a session, on one line of time. Idle time is folded into
 * a band, so that the rest shares one scale. It has one layout in pixels; a phone scrolls it sideways.
 *
 *              Wed 2 Sep            ┊ 15 h 13 ┊ Thu 3 Sep
 *     Phase    reading │ building   ┊  idle   ┊ trying
 *     Prompts  1    2      3        ┊         ┊ 4    5
 *     Events     ◆    ◆  ✕──→~      ┊         ┊   ◆
 *
 * Its marks are hidden from screen readers and the tab order, because the log below has the same links;
 * `sessionChartWords` says what they show.
 */
import type { ChartLink, ChartMark, SessionChart, Stretch } from '#src/archive/session-chart.ts';
import type { PhaseKind } from '#src/archive/work-phases.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { clock, counted, duration, weekDay } from '#src/lib/text/day.ts';
import { commitAnchor } from '#src/lib/text/page-address.ts';
import { laneLabel, OBSERVATION } from '#src/archive/lane-kind.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { Drawing } from './drawing.ts';
import { laneGlyph } from './glyph-address.ts';
import { foundGlyph, glyphAddress } from './glyphs.ts';
import { fitting, MARK, NAMES, Scale, type Stack, stacked, WIDTH } from './session-chart-scale.ts';
import { type Svg, svg } from './svg.ts';

/** A band so wide says its length. */
const SAID = 84;
/** The heights of rows. */
const [PHASE, PROMPTS, ROW, LINK, AXIS] = [22, 34, 20, 20, 22];
/** The step of a stack of marks. */
const STEP = 12;
/** The average width of a letter at 11 pixels, rather wide. */
const LETTER = 6.2;
const DAY = 24 * 60;
/** The space of a commit's hash, and the longest text of a title. */
const HASH = 64;
const TITLE = 90;
/** The word and the colour of each phase. */
export const PHASES: Record<PhaseKind, { word: string; fill: string }> = {
  reading: { word: 'Read', fill: 'var(--level-0)' },
  building: { word: 'Build', fill: 'var(--level-2)' },
  trying: { word: 'Try', fill: 'var(--level-1)' },
  waiting: { word: 'Wait', fill: 'url(#chart-hatch)' },
};
const NOTHING = svg``;
const STRONG = svg` fill="var(--ink)" font-weight="600"`;
const HATCH = svg`<defs><pattern id="chart-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path stroke="var(--rule-2)" d="M0 0V6"/></pattern></defs>`;

/** The chart as one drawing. */
export function sessionChart(shown: SessionChart): Svg {
  const { height, content } = drawn(shown);
  return svg`<svg class="chart session-chart" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" aria-hidden="true">${content}</svg>`;
}

/** The width of a picture without its margins. */
const PICTURE = 564;

/** The chart for a post, with times, numbers and hashes, but no text of the session. */
export function sessionPicture(shown: SessionChart, title: string): Drawing {
  const without = <Item>(items: readonly Item[], texts: Partial<Item>) => items.map((item) => ({ ...item, ...texts }));
  const { height, content } = drawn({
    ...shown,
    marks: without(shown.marks, { text: '' }),
    prompts: without(shown.prompts, { text: '' }),
    commits: without(shown.commits, { subject: '' }),
    pullRequests: without(shown.pullRequests, { title: '' }),
  });
  const scaled = Math.ceil((height * PICTURE) / WIDTH);
  const description = `${sessionChartWords(shown)}.`;
  return new Drawing({ name: 'session-picture', height: scaled, title, description }, [
    svg`<svg viewBox="0 0 ${WIDTH} ${height}" width="100%" height="${scaled}">${content}</svg>`,
  ]);
}

function drawn(shown: SessionChart): { height: number; content: Svg[] } {
  const scale = new Scale(shown.stretches);
  const stacks = stacked(shown.marks, scale);
  // A mark that is stacked with others is drawn at their place.
  const xOf = (minute: number) =>
    scale.x(stacks.find(({ marks }) => marks.some((mark) => mark.minute === minute))?.minute ?? minute);
  const links = shown.links
    .map((link) => ({ link, left: xOf(link.from), right: link.commit === null ? xOf(link.to) : scale.x(link.to) }))
    .filter(({ left, right }) => right - left >= MARK);
  const days = daysOf(shown.stretches);
  const has = {
    phases: shown.phases.length > 0,
    prompts: shown.prompts.length > 0,
    commits: shown.commits.length + shown.pullRequests.length > 0,
    tests: shown.tests.length > 0,
  };
  const top = days.length > 1 ? 20 : 2;
  const prompts = top + (has.phases ? PHASE + 4 : 0);
  const tallest = stacks.reduce((most, { marks, more }) => Math.max(most, marks.length + Number(more > 0)), 1);
  const events = prompts + (has.prompts ? PROMPTS : 0) + tallest * STEP + 2;
  const commits = events + 20 + links.length * LINK + ROW / 2;
  const tests = commits + (has.commits ? ROW : 0);
  const axis = tests - ROW / 2 + (has.tests ? ROW : 0) + (has.commits || has.tests ? 2 : 0);
  const height = axis + AXIS;
  const names: [boolean, number, string][] = [
    [has.phases, top + 15, 'Phase'],
    [has.prompts, prompts + 21, 'Prompts'],
    [true, events - 5, 'Events'],
    [has.commits, commits + 4, 'Commits'],
    [has.tests, tests + 4, 'Test runs'],
  ];
  const rule = (colour: string, y: number) =>
    svg`<line stroke="var(${colour})" x1="${NAMES}" x2="${WIDTH}" y1="${y}" y2="${y}"/>`;
  const content = [
    HATCH,
    ...names.flatMap(([isThere, y, name]) => (isThere ? [svg`<text x="0" y="${y}">${name}</text>`] : [])),
    rule('--rule-2', events + 9.5),
    ...(has.commits ? [rule('--rule', commits + 0.5)] : []),
    rule('--rule-2', axis + 0.5),
    ...shown.stretches
      .slice(1)
      .map((next, i) => band(shown.isIdle, shown.stretches[i] ?? next, next, scale, top, axis)),
    ...dayLabels(days, scale),
    ...shown.phases.map((phase) => phaseOf(phase, scale, top)),
    ...promptMarks(shown, scale, prompts, events),
    ...links.map(({ link, left, right }, row) => linkOf(link, left, right, { row, events, commits })),
    ...stackMarks(stacks, scale, events),
    ...commitMarks(shown, scale, commits),
    ...shown.tests.map(({ minute, isFailed }) => testMark(scale.x(minute), tests, isFailed)),
    ...timeLabels(shown.stretches, scale, axis + 15),
  ];
  return { height, content };
}

interface Label {
  minute: number;
  anchor: 'start' | 'middle' | 'end';
}

/** The labels that fit next to each other and on the drawing. One that would reach beyond its end is moved left. */
function labels(wanted: readonly Label[], letters: number, scale: Scale, free = 4): Label[] {
  const width = letters * LETTER;
  return fitting(
    wanted.map((label) => {
      const x = scale.x(label.minute);
      const anchor = x + width > WIDTH ? 'end' : label.anchor;
      const left = x - { start: 0, middle: width / 2, end: width }[anchor];
      return { item: { ...label, anchor }, left, right: left + width };
    }),
    free,
  );
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
  if (days.length < 2) return [];
  const wanted = days.map((minute): Label => ({ minute, anchor: 'start' }));
  return labels(wanted, 10, scale).map(
    ({ minute, anchor }) =>
      svg`<text${STRONG} x="${scale.x(minute)}" y="11" text-anchor="${anchor}">${weekDay(dayOf(minute))}</text>`,
  );
}

/** The ends of stretches, and full hours or parts of them where there is room. */
function timeLabels(stretches: readonly Stretch[], scale: Scale, y: number): Svg[] {
  const step = [15, 30, 60, 120, 180, 240, 360, 720].find((each) => each * scale.perMinute >= 80) ?? DAY;
  const ends: Label[] = [
    ...stretches.slice(-1).map(({ to }): Label => ({ minute: to, anchor: 'end' })),
    ...stretches.map(({ from }): Label => ({ minute: from, anchor: 'start' })),
  ];
  const ticks = stretches.flatMap(({ from, to }) => {
    const first = Math.ceil((from + 1) / step);
    const length = Math.min(100, Math.max(0, Math.ceil(to / step) - first));
    return Array.from({ length }, (_, i): Label => ({ minute: (first + i) * step, anchor: 'middle' }));
  });
  return labels([...ends, ...ticks], 5, scale, 10).map(
    ({ minute, anchor }) => svg`<text x="${scale.x(minute)}" y="${y}" text-anchor="${anchor}">${clock(minute)}</text>`,
  );
}

function phaseOf({ kind, from, to }: SessionChart['phases'][number], scale: Scale, y: number): Svg {
  const [x, word] = [scale.x(from), PHASES[kind].word];
  const width = Math.max(1, scale.x(to) - x - 1);
  const label =
    width < word.length * LETTER + 8 ? NOTHING : svg`<text fill="var(--ink)" x="${x + 6}" y="${y + 15}">${word}</text>`;
  return svg`<g><title>${word}, ${clock(from)} to ${clock(to)}</title><rect fill="${PHASES[kind].fill}" x="${x}" y="${y}" width="${width}" height="${PHASE}" rx="2"/>${label}</g>`;
}

/** Prompts as lines down to the events, with their numbers where there is room. */
function promptMarks({ prompts }: SessionChart, scale: Scale, y: number, events: number): Svg[] {
  const widthOf = (number: number) => String(number).length * 7 + 9;
  const wishes = prompts.map(({ number, minute }) => {
    const [x, width] = [scale.x(minute), widthOf(number)];
    return { item: number, left: x - width / 2, right: x + width / 2 };
  });
  const named = new Set(fitting(wishes, 2));
  return prompts.map(({ number, anchor, text, minute }) => {
    const [x, width] = [scale.x(minute), widthOf(number)];
    const box = svg`<rect fill="var(--paper)" stroke="var(--ink-3)" x="${x - width / 2}" y="${y + 8}" width="${width}" height="18" rx="3"/>`;
    const name = svg`${box}<text${STRONG} x="${x}" y="${y + 21}" text-anchor="middle">${number}</text>`;
    return svg`<a href="#${anchor}" tabindex="-1"><title>Prompt ${number}, ${clock(minute)}${saidAfter(text)}</title><line stroke="var(--rule)" x1="${x}" x2="${x}" y1="${y}" y2="${events + 9}"/>${named.has(number) ? name : NOTHING}</a>`;
  });
}

/** A text in the title of a mark. */
function saidAfter(text: string): string {
  return oneLine(text) === '' ? '' : `: ${clip(oneLine(text), TITLE)}`;
}

function stackMarks(stacks: readonly Stack[], scale: Scale, events: number): Svg[] {
  return stacks.flatMap(({ minute, marks, more }) => {
    const x = scale.x(minute);
    const drawn = marks.map((mark, i) => eventMark(mark, x, events - i * STEP));
    const y = events + 4 - marks.length * STEP;
    return more === 0 ? drawn : [...drawn, svg`<text x="${x}" y="${y}" text-anchor="middle">+${more}</text>`];
  });
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
function linkOf(
  { from, to, commit }: ChartLink,
  left: number,
  right: number,
  { row, events, commits }: { row: number; events: number; commits: number },
): Svg {
  const y = events + 20 + row * LINK + 0.5;
  const end = commit === null ? events + 11 : commits - 5;
  const tip = commit === null ? 'l-3 4m3 -4l3 4' : 'l-3 -4m3 4l3 -4';
  const words = `${duration(to - from)} ${commit === null ? 'to the pivot' : `to commit ${commit.slice(0, 7)}`}`;
  const isEarly = right - NAMES < words.length * LETTER;
  return svg`<path fill="none" stroke="var(--error)" stroke-width="1.4" d="M${left} ${events + 10}V${y}H${right}V${end}${tip}"/><text fill="var(--error)" x="${right + (isEarly ? 6 : -6)}" y="${y + 12.5}" text-anchor="${isEarly ? 'start' : 'end'}">${words}</text>`;
}

/** Commits with their hashes where there is room to the right of them, and pull requests with their numbers. */
function commitMarks({ commits, pullRequests }: SessionChart, scale: Scale, y: number): Svg[] {
  const xs = commits.map(({ minute }) => scale.x(minute));
  // The name of a pull request is left of its place, and of commits that are just before it.
  const ends = pullRequests.map(({ minute }) => {
    const x = scale.x(minute);
    return Math.min(x, ...xs.filter((other) => other <= x && other > x - HASH));
  });
  const places = [...xs, ...ends.map((end) => end - HASH)];
  const drawn = commits.map(({ minute, hash, subject }) => {
    const x = scale.x(minute);
    const next = Math.min(scale.end(scale.stretch(minute)), ...places.filter((other) => other > x));
    const short = hash.slice(0, 7);
    const label =
      next - x < HASH ? NOTHING : svg`<text font-family="var(--mono)" x="${x + 8}" y="${y + 4.5}">${short}</text>`;
    return svg`<a href="#${commitAnchor(hash)}" tabindex="-1"><title>${clock(minute)} ${short} ${clip(oneLine(subject), TITLE)}</title><circle fill="var(--paper)" stroke="var(--ink)" stroke-width="1.8" cx="${x}" cy="${y + 0.5}" r="4"/>${label}</a>`;
  });
  const requests = pullRequests.map(({ minute, number, title }, i) => {
    const [x, end, words] = [scale.x(minute), ends[i] ?? 0, number === null ? 'PR' : `PR #${number}`];
    const isEarly = end - NAMES < HASH;
    return svg`<text${STRONG} x="${isEarly ? x + 8 : end - 8}" y="${y + 4.5}" text-anchor="${isEarly ? 'start' : 'end'}"><title>Pull request: ${clip(oneLine(title), TITLE)}</title>${words}</text>`;
  });
  return [...drawn, ...requests];
}

function testMark(x: number, y: number, isFailed: boolean): Svg {
  return isFailed
    ? svg`<path fill="none" stroke="var(--error)" stroke-width="1.4" d="M${x - 3} ${y - 3}l6 6m0 -6l-6 6"/>`
    : svg`<path stroke="var(--ink-2)" stroke-width="1.6" d="M${x} ${y - 4}v8"/>`;
}

/** The band of a folded time, which names its length where there is room. */
function band(isIdle: boolean, before: Stretch, { from: to }: Stretch, scale: Scale, top: number, axis: number): Svg {
  const [x, width, length] = [scale.end(before), scale.band, duration(to - before.to)];
  const word = isIdle ? 'idle' : 'no events';
  const middle = Math.round((top + axis) / 2);
  const said = [length, `${word},`, 'folded'].map(
    (text, i) =>
      svg`<text${i === 0 ? STRONG : NOTHING} x="${x + width / 2}" y="${middle + (i - 1) * 14 + 4}" text-anchor="middle">${text}</text>`,
  );
  return svg`<g><title>${length} ${word}, ${clock(before.to)} to ${clock(to)}</title><rect fill="var(--sunk)" x="${x}" y="${top}" width="${width}" height="${axis - top}"/>${width < SAID ? NOTHING : svg`${said}`}</g>`;
}

/** `13 events and 3 observations, 15:28 to 11:02. 12 prompts, 5 commits, 17 test runs. Folded: 15 h 13, idle.` */
export function sessionChartWords({
  marks,
  untimed,
  prompts,
  commits,
  tests,
  stretches,
  isIdle,
  links,
}: SessionChart): string {
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
