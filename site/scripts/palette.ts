/**
 * The palette: a dialog that finds everything with a name, and then events by their texts. It is loaded when it is first
 * opened. Nothing that is typed is stored. Its list is a listbox: options are chosen there, and never focused.
 */
import { findById, type FoundName, isPastedId, Names } from '#site/model/find-names.ts';
import type { FoundPage, FoundPart } from '#site/model/found-page.ts';
import type { IdsFile, Name, NamesFile } from '#site/model/names.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { parseQuery } from '#src/index/query.ts';
import { kindLabel } from '#src/index/record.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';
import styles from '../styles/palette.css?inline';
import { element, symbol } from './elements.ts';
import { isPaletteChord } from './key-table.ts';
import { openEngine, type SearchEngine } from './search-engine.ts';

/** Milliseconds without typing before texts are searched, how much must be typed, and how many are shown. */
const PAUSE = 350;
const LEAST = 3;
const MOST_TEXTS = 5;
/** Rows that PageUp and PageDown pass. */
const PAGE = 8;

/** Outlines of 16 pixels; tags, memories and commits have glyphs. */
const SHAPES = {
  session: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  ticket: 'M1.8 4.5h12.4v2a1.5 1.5 0 0 0 0 3v2H1.8v-2a1.5 1.5 0 0 0 0-3Z',
  branch:
    'M4.5 5.2v5.6M4.5 5.2a1.6 1.6 0 1 0 0-.1M4.5 14a1.6 1.6 0 1 0 0-.1M11.5 6.2a1.6 1.6 0 1 0 0-.1M11.5 6.3c0 3.2-7 1.9-7 4.6',
  file: 'M3.8 1.8h5.4l3 3v9.4H3.8ZM6.2 7.5h3.6M6.2 10.5h3.6',
  project: 'M1.8 3.5h4.4l1.5 1.7h6.5v7.6H1.8Z',
  narrative: 'M8 4.2C6.3 3 4.2 2.8 2 3v9.6c2.2-.2 4.3 0 6 1.2 1.7-1.2 3.8-1.4 6-1.2V3c-2.2-.2-4.3 0-6 1.2Zm0 0v9.6',
  draft: 'M10.8 2.6l2.6 2.6L5.6 13l-3.2.6.6-3.2Zm-1.7 1.7l2.6 2.6',
  page: 'M2 3.2h12v9.6H2ZM2 6h12',
  text: 'M2 3h12v8H7.5L4.5 13.5V11H2Z',
  search: 'M6.8 2a4.8 4.8 0 1 0 .01 0M10.5 10.5l4 4',
} as const;

const box = element('input', {
  ...{ type: 'text', role: 'combobox', placeholder: 'Search or jump to', 'aria-label': 'Search or jump to' },
  ...{ 'aria-autocomplete': 'list', 'aria-expanded': 'true', 'aria-controls': 'palette-list' },
  ...{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'go' },
});
const status = element('span', { class: 'palette-status', role: 'status' });
const close = element(
  'button',
  { type: 'button', class: 'button text' },
  element('span', { class: 'visually-hidden' }, 'Close '),
  element('kbd', {}, 'esc'),
);
const list = element('div', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': 'Results' });
const dialog = element(
  'dialog',
  { class: 'palette', 'aria-label': 'Search or jump to', closedby: 'any' },
  element('div', { class: 'palette-box' }, icon('search'), box, status, close),
  list,
  hints(),
);

/** A link in the list. */
type Row = HTMLAnchorElement;

interface Group {
  title: string;
  rows: Row[];
}

let names: Names | undefined;
let ids: IdsFile | undefined;
let engine: Promise<SearchEngine> | undefined;
/** The look-up of a pasted id, which Enter waits for. */
let lookUp: Promise<void> | undefined;
let rows: Row[] = [];
let selected: Row | undefined;
/** Counts what was typed; results for an older text are dropped. */
let typed = 0;
/** Whether somebody has chosen a row for this text. */
let isMoved = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens the palette. */
export function showPalette(): void {
  if (dialog.open) return;
  if (!dialog.isConnected) prepare();
  box.value = '';
  isMoved = false;
  dialog.showModal();
  draw();
  void load();
}

/** Adds the dialog to the page, with its styles: the policy forbids style elements, but not these. */
function prepare(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  document.body.append(dialog);
  box.addEventListener('input', () => {
    isMoved = false;
    draw();
  });
  dialog.addEventListener('keydown', onKey);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => clearTimeout(timer));
  list.addEventListener('pointermove', ({ target }) => move(rowAt(target) ?? selected));
  list.addEventListener('click', (event) => {
    if (rowAt(event.target) && !event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });
  // The focus stays in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
}

async function load(): Promise<void> {
  if (names) return;
  try {
    names = new Names(await read<NamesFile>('/names.json'));
    if (dialog.open) draw();
  } catch {
    status.textContent = 'The index of names could not be loaded.';
  }
}

/** Reads a file of names. Throws if it cannot be read. */
async function read<File>(address: string): Promise<File> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address} cannot be read.`);
  return response.json();
}

/** Draws the names for the text in the box, and a moment later what has a pasted id, or what the search index has. */
function draw(): void {
  const number = ++typed;
  const isCurrent = () => number === typed && dialog.open;
  clearTimeout(timer);
  lookUp = undefined;
  if (!names) {
    show([], undefined, 'Loading…');
    return;
  }
  const query = box.value.trim();
  const found = names.find(query);
  const groups = found.groups.map((group) => ({ title: group.title, rows: group.names.map(nameRow) }));
  const shown = found.groups.flatMap((group) => group.names);
  const chosen = groups.flatMap((group) => group.rows)[shown.findIndex(({ of }) => of === found.chosen)];
  if (query === '') {
    show(groups, chosen, '');
    return;
  }
  const said = found.total === 0 ? 'No names found' : counted(found.total, 'result');
  const searches = { title: 'Search', rows: [searchRow(query, '')] };
  show([...groups, searches], chosen, said);
  if (isPastedId(query)) lookUp = addById(query, [...groups, searches], isCurrent);
  else if (query.length >= LEAST)
    timer = setTimeout(() => void addTexts(query, groups, chosen, said, isCurrent), PAUSE);
}

/** Puts what has a pasted id before the other results. */
async function addById(query: string, groups: readonly Group[], isCurrent: () => boolean): Promise<void> {
  ids ??= await read<IdsFile>('/ids.json').catch(() => undefined);
  const found = ids && findById(query, ids);
  if (!found || !isCurrent()) return;
  const row = nameRow({ of: { kind: 'session', remark: '', more: '', project: '', ...found }, marks: [] });
  show([{ title: 'Exact match', rows: [row] }, ...groups], row, '1 result');
}

/** Adds what the search index has after the names: nothing without the index. */
async function addTexts(
  query: string,
  groups: readonly Group[],
  chosen: Row | undefined,
  said: string,
  isCurrent: () => boolean,
): Promise<void> {
  try {
    engine ??= openEngine();
    const { pages, total, haveAll } = await (await engine).find(parseQuery(query).query);
    if (!isCurrent() || !haveAll) return;
    const shown = new Set(rows.map((row) => row.getAttribute('href')));
    // Names say what sessions are found by.
    const texts = pages.flatMap((page) =>
      page.parts
        .filter(({ kind, address }) => kind !== 'session' && !shown.has(address))
        .map((part) => textRow(page, part)),
    );
    const searches = { title: 'Search', rows: [searchRow(query, counted(total, 'page'))] };
    show([...groups, searches, { title: 'Events and texts', rows: texts.slice(0, MOST_TEXTS) }], chosen, said);
  } catch {
    engine = undefined;
  }
}

/** Shows groups of rows. The row that somebody has chosen stays so, by its address. */
function show(groups: readonly Group[], chosen: Row | undefined, said: string): void {
  const drawn = groups.filter((group) => group.rows.length > 0);
  const before = isMoved ? selected?.href : undefined;
  rows = drawn.flatMap((group) => group.rows);
  for (const [at, row] of rows.entries()) row.id = `palette-${at}`;
  list.replaceChildren(...drawn.map(drawGroup));
  status.textContent = said;
  select(rows.find(({ href }) => href === before) ?? chosen ?? rows[0]);
  if (!isMoved) list.scrollTop = 0;
}

function drawGroup({ title, rows: own }: Group, at: number): HTMLElement {
  const id = `palette-heading-${at}`;
  const heading = element('div', { class: 'palette-heading', id, role: 'presentation' }, title);
  return element('div', { role: 'group', 'aria-labelledby': id }, heading, ...own);
}

// Rows

interface Shown {
  icon: SVGSVGElement;
  name: (Node | string)[];
  /** For those who do not see the icon. */
  label?: string;
  remark?: string;
  aside: string;
  tag?: string | null | undefined;
}

function rowTo(address: string, { icon: own, name, label = '', remark = '', aside, tag = null }: Shown): Row {
  const words = element(
    'span',
    { class: 'palette-words' },
    element('span', { class: 'visually-hidden' }, label),
    element('span', { class: 'palette-name', dir: 'auto' }, ...name),
    ' ',
    element('span', { class: 'palette-remark', dir: 'auto' }, remark),
  );
  const state = { role: 'option', tabindex: '-1', 'aria-selected': 'false', 'data-tag': tag };
  const after = element('span', { class: 'palette-aside' }, aside);
  return element('a', { class: 'palette-row', href: address, ...state }, own, words, ' ', after);
}

function nameRow({ of, marks }: FoundName): Row {
  const { kind, name, remark, project, tag } = of;
  return rowTo(of.address, {
    ...{ icon: iconOf(of), name: marked(name, marks), remark, tag },
    aside: kind === 'project' ? '' : project,
  });
}

/** A text with the stretches between pairs of places marked. */
function marked(text: string, places: readonly number[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (let i = 0; i + 1 < places.length; i += 2) {
    const [start = 0, end = 0] = places.slice(i, i + 2);
    parts.push(text.slice(from, start), element('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}

function searchRow(query: string, aside: string): Row {
  const name = [`Search everything for “${query}”`];
  return rowTo(`/search/?${new URLSearchParams({ q: query })}`, { icon: icon('search'), name, aside });
}

function textRow(page: FoundPage, { address, kind, tag, words, details, date }: FoundPart): Row {
  const isInWords = words.some(({ isFound }) => isFound) || details.length === 0;
  return rowTo(address, {
    icon: tag ? glyph(`${kind === 'found' ? 'found-' : ''}${tag}`) : icon('text'),
    name: (isInWords ? words : details).map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text)),
    label: tag ? `${TAG_WORDS[tag].label}: ` : '',
    aside: [tag ? '' : kindLabel(kind), shortDay(date || page.date)].filter((part) => part !== '').join(' · '),
    tag,
  });
}

function iconOf({ kind, tag }: Name): SVGSVGElement {
  if (kind === 'memory') return glyph('flag');
  if (kind === 'commit') return glyph('commit');
  return kind === 'tag' ? glyph(tag ?? '') : icon(kind);
}

function glyph(name: string): SVGSVGElement {
  return symbol(`#g-${name}`, 'palette-icon glyph');
}

function icon(name: keyof typeof SHAPES): SVGSVGElement {
  const svg = symbol('', 'palette-icon');
  svg.setAttribute('viewBox', '0 0 16 16');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.replaceChildren(path);
  return svg;
}

// Choosing and opening

function select(row: Row | undefined): void {
  selected?.setAttribute('aria-selected', 'false');
  selected = row;
  row?.setAttribute('aria-selected', 'true');
  if (row) box.setAttribute('aria-activedescendant', row.id);
  else box.removeAttribute('aria-activedescendant');
}

/** Chooses a row by hand. */
function move(row: Row | undefined): void {
  if (row === selected) return;
  isMoved = true;
  select(row);
}

function rowAt(target: EventTarget | null): Row | undefined {
  return rows.find((row) => target instanceof Node && row.contains(target));
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing) return;
  if (isPaletteChord(event)) {
    event.preventDefault();
    dialog.close();
    return;
  }
  if (event.target !== box) return;
  const place = MOVES[event.key];
  if (event.key === 'Enter') {
    event.preventDefault();
    void openSelected(event.metaKey || event.ctrlKey);
  } else if (place && rows.length > 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const row = rows[place(selected ? rows.indexOf(selected) : -1, rows.length)];
    move(row);
    row?.scrollIntoView({ block: 'nearest' });
    if (row === rows[0]) list.scrollTop = 0;
  }
}

/** The place to go to from another, of this many. Up and down go round. */
const MOVES: Partial<Record<string, (at: number, of: number) => number>> = {
  ArrowDown: (at, of) => (at + 1) % of,
  ArrowUp: (at, of) => (at <= 0 ? of : at) - 1,
  Home: () => 0,
  End: (_, of) => of - 1,
  PageDown: (at, of) => Math.min(of - 1, at + PAGE),
  PageUp: (at) => Math.max(0, at - PAGE),
};

/** Opens the chosen row; who pastes an id and presses Enter at once gets what has it. */
async function openSelected(isNewTab: boolean): Promise<void> {
  const number = typed;
  if (!isMoved) await lookUp;
  if (!selected || number !== typed) return;
  if (isNewTab) window.open(selected.href, '_blank', 'noopener');
  else selected.click();
}

/** The keys, for those who have a keyboard. */
function hints(): HTMLElement {
  const modifier = /^(?:Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';
  const keys = [
    [['↑', '↓'], 'move'],
    [['⏎'], 'open'],
    [[modifier, '⏎'], 'in a new tab'],
  ] as const;
  return element(
    'div',
    { class: 'palette-hints', 'aria-hidden': 'true' },
    ...keys.map(([shown, does]) => element('span', {}, ...shown.map((name) => element('kbd', {}, name)), ` ${does}`)),
  );
}
