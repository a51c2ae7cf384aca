/**
 * The timeline of all tags: its weeks can be moved, tags and projects chosen. Everything follows from the address, and the
 * page is drawn again with the code that drew it in the build.
 */
import { laneAxis, laneShape } from '#src/chart/lane-shapes.ts';
import { dayRange } from '#src/text/day.ts';
import { type Lanes, lanesOf, laneTable, laneWords, ON_DESKTOP, ON_PHONE } from '#src/timeline/lanes.ts';
import { daysOf, presetsOf, type TimeWindow, weekAxis, windowIn, windowQuery } from '#src/timeline/time-window.ts';
import { readTimelineFile, type TimelineFile } from '#src/timeline/timeline-file.ts';
import {
  type Choice,
  countedKinds,
  EVERYTHING,
  type TimelineView,
  timelineView,
  viewWords,
} from '#src/timeline/timeline-view.ts';
import { grouped } from '#src/value/grouped.ts';
import { capitalised } from '#src/value/spelled.ts';
import { element, required } from './elements.ts';
import { svgNode } from './svg-node.ts';
import { type BrushMove, listenForBrush } from './timeline-brush.ts';
import { TimelineRows } from './timeline-rows.ts';
import { listenForTips } from './timeline-tip.ts';

interface State extends Choice {
  window: TimeWindow;
}

const root = required('[data-timeline]');
const address = root.dataset.timeline ?? '';
const file: TimelineFile = await (await fetch(`${address}counts.json`)).json();
const timeline = readTimelineFile(file);
const axis = weekAxis(timeline.first, timeline.last);
const whole = daysOf(axis, { start: 0, end: axis.weeks });
const { events, found } = timelineView(timeline, whole, EVERYTHING);
const all = events + found;
const phone = matchMedia('(width <= 40rem)');
const lanes = required('[data-lanes]');
const rows = new TimelineRows(timeline, address);
/** The lanes as the page made them, by the words of their kinds; only their drawings change. */
const items = new Map([...lanes.children].map((item) => [item.querySelector('a')?.dataset.kind ?? '', item]));
const place = root.querySelector('[data-brush]') && listenForBrush(required('[data-brush]'), axis, moved);

let state = stateIn(location);
let view = timelineView(timeline, daysOf(axis, state.window), state);
/** Whether the newest entry of the history was made by moving the weeks with keys. */
let isByKeys = false;

place?.(state.window);
listenForTips(lanes, timeline, rows);
const isDay = location.hash.startsWith('#d-');
if (location.search !== '' || isDay)
  void render().then(() => isDay && document.querySelector(location.hash)?.scrollIntoView());

addEventListener('popstate', () => {
  state = stateIn(location);
  isByKeys = false;
  void render();
});
phone.addEventListener('change', () => draw());
root.addEventListener('click', clicked);
root.querySelector('.data')?.addEventListener('toggle', () => draw());

/** The state of an address. A day of its anchor counts as its weeks, for addresses from before there were weeks. */
function stateIn({ search, hash }: Location): State {
  const query = new URLSearchParams(search);
  const day = /^#d-(\d{4}-\d\d-\d\d)$/.exec(hash)?.[1];
  if (day && search === '') for (const name of ['from', 'to']) query.set(name, day);
  const listed = (name: string, known: readonly string[]) =>
    (query.get(name) ?? '').split(',').filter((word) => known.includes(word));
  const words = [...root.querySelectorAll<HTMLElement>('.chip[data-kind]')].map(({ dataset }) => dataset.kind ?? '');
  const slugs = timeline.projects.map(({ slug }) => slug);
  return { window: windowIn(query, axis), kinds: listed('tag', words), projects: listed('project', slugs) };
}

/** Shows another state, in the address too. */
function change(next: Partial<State>, isReplaced = false): void {
  state = { ...state, ...next };
  const query = windowQuery(axis, state.window);
  if (state.kinds.length > 0) query.push(['tag', state.kinds.join()]);
  if (state.projects.length > 0) query.push(['project', state.projects.join()]);
  const search = new URLSearchParams(query).toString().replaceAll('%2C', ',');
  const address = search === '' ? '' : `?${search}`;
  if (address !== location.search || location.hash !== '')
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', `${location.pathname}${address}`);
  void render();
}

function moved(window: TimeWindow, by: BrushMove): void {
  if (by === 'drag') {
    state = { ...state, window };
    draw();
    return;
  }
  const isReplaced = by === 'key' && isByKeys;
  isByKeys = by === 'key';
  change({ window }, isReplaced);
}

function clicked(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const days = event.target.closest<SVGElement>('.lane-plot [data-days]')?.dataset.days;
  const link = event.target.closest('a');
  const { kind, project, preset, allProjects } = link?.dataset ?? {};
  const next: Partial<State> | null =
    days !== undefined
      ? closer(days)
      : kind !== undefined
        ? { kinds: chosen(state.kinds, kind, event.shiftKey) }
        : project !== undefined
          ? { projects: chosen(state.projects, project, event.shiftKey) }
          : allProjects !== undefined
            ? { projects: [] }
            : preset !== undefined
              ? { window: windowIn(new URLSearchParams({ range: preset }), axis) }
              : null;
  if (event.target.closest('[data-more] button')) rows.more(view, state);
  if (!next) return;
  event.preventDefault();
  isByKeys = false;
  change(next);
}

/** A click chooses one alone, or all again; a shift-click adds or removes it. */
function chosen(words: readonly string[], word: string, isAdded: boolean): string[] {
  if (!isAdded) return words.length === 1 && words[0] === word ? [] : [word];
  return words.includes(word) ? words.filter((each) => each !== word) : [...words, word];
}

/** The weeks of a bar; null if they are shown already, so that its link is followed. */
function closer(days: string): Partial<State> | null {
  const [from = '', to = ''] = days.split(' ');
  const window = windowIn(new URLSearchParams({ from, to }), axis);
  return window.end - window.start < state.window.end - state.window.start ? { window } : null;
}

async function render(): Promise<void> {
  place?.(state.window);
  view = draw();
  await rows.show(view, state);
}

/** Draws everything but the rows. */
function draw(): TimelineView {
  const shown = daysOf(axis, state.window);
  const view = timelineView(timeline, shown, state);
  text('[data-window]', dayRange(shown.first, shown.last));
  text('[data-window-words]', viewWords(view, state.window.end - state.window.start, all));
  for (const { word, isCurrent } of presetsOf(axis, state.window)) mark(`[data-preset="${word}"]`, isCurrent);
  for (const [place, { slug }] of timeline.projects.entries()) {
    const chip = `[data-project="${CSS.escape(slug)}"]`;
    mark(chip, state.projects.includes(slug));
    text(`${chip} .count`, grouped(view.perProject[place] ?? 0));
  }
  text('[data-project-words]', countedKinds(timeline, state.kinds));
  mark('[data-all-projects]', state.projects.length === 0);
  for (const [place, { word }] of timeline.kinds.entries()) {
    mark(`.chip[data-kind="${word}"]`, state.kinds.includes(word));
    text(`.chip[data-kind="${word}"] .count`, grouped(view.perKind[place] ?? 0));
  }
  mark('.chip[data-kind="found"]', state.kinds.includes('found'));
  text('.chip[data-kind="found"] .count', grouped(view.allFound));
  text('[data-choice-words]', choiceWords());
  drawLanes(lanesOf(timeline, shown, state, phone.matches ? ON_PHONE : ON_DESKTOP));
  return view;
}

function choiceWords(): string {
  const [word, ...others] = state.kinds;
  const several = timeline.kinds.find((kind) => kind.word === word)?.several ?? 'found events';
  if (!word) return 'Click a tag to see it alone, ⇧ click to add one.';
  if (others.length > 0) return 'Click a tag to see it alone, ⇧ click to add or remove one.';
  return `${capitalised(several)} alone. Click the tag again for all, ⇧ click to add one.`;
}

function drawLanes(drawn: Lanes): void {
  lanes.replaceChildren(
    ...drawn.lanes.flatMap((lane) => {
      const item = items.get(lane.words.word);
      if (!item) return [];
      const count = item.querySelector('.count');
      if (count) count.textContent = grouped(lane.events + lane.found);
      fill(item, svgNode(laneShape(lane, drawn)));
      return [item];
    }),
  );
  fill(required('[data-axis]'), svgNode(laneAxis(drawn)));
  const words = required('[data-lane-words]');
  words.textContent = laneWords(drawn);
  words.dataset.form = 'any';
  root.querySelectorAll('[data-lane-words]')[1]?.remove();
  const table = root.querySelector<HTMLTableElement>('.data[open] table');
  if (!table) return;
  const { header, rows: numbers } = laneTable(drawn);
  const cell = (value: string | number, i: number, of: 'th' | 'td') =>
    element(of, { class: i === 0 ? null : 'number', scope: of === 'td' ? null : i === 0 ? 'row' : 'col' }, `${value}`);
  table.tHead?.rows[0]?.replaceChildren(
    ...header.map((name, i) => element('th', { scope: 'col', class: i === 0 ? null : 'number' }, name)),
  );
  table.tBodies[0]?.replaceChildren(
    ...numbers.map((row) => element('tr', {}, ...row.map((value, i) => cell(value, i, i === 0 ? 'th' : 'td')))),
  );
}

/** One drawing in place of those for desktop and phone. */
function fill(lane: Element, drawing: Element): void {
  for (const old of [...lane.querySelectorAll('.lane-events')].slice(1)) old.remove();
  const [only] = lane.querySelectorAll<HTMLElement>('.lane-events');
  if (only) only.dataset.form = 'any';
  only?.replaceChildren(drawing);
}

function text(selector: string, words: string): void {
  const found = root.querySelector(selector);
  if (found && found.textContent !== words) found.textContent = words;
}

function mark(selector: string, isCurrent: boolean): void {
  const found = root.querySelector(selector);
  if (isCurrent) found?.setAttribute('aria-current', 'true');
  else found?.removeAttribute('aria-current');
}
