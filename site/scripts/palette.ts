/**
 * The palette: a dialog that finds everything with a name, and then events by their texts. It is loaded when it is first
 * opened. Nothing that is typed is stored. Its list is a listbox: options are chosen there, and never focused.
 */
import { findById, isPastedId, Names } from '#site/model/find-names.ts';
import type { FoundPage, FoundPart } from '#site/model/found-page.ts';
import type { IdsFile, Name, NamesFile } from '#site/model/names.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { parseQuery } from '#src/index/query.ts';
import { kindLabel } from '#src/index/record.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';
import styles from '../styles/palette.css?inline';
import { element, marked, pause, symbol } from './elements.ts';
import { isPaletteChord } from './key-table.ts';
import { openEngine } from './search-engine.ts';

/** Milliseconds without typing before texts are searched, how much must be typed, and how many are shown. */
const PAUSE = 350;
const LEAST = 3;
const MOST_TEXTS = 5;

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

let names: Promise<Names> | undefined;
let ids: IdsFile | undefined;
/** What is done for the text in the box: cancelled when it changes. */
let asked = new AbortController();
/** Whether the names for this text are shown. */
let ready: Promise<void> | undefined;

/** Opens the palette. */
export function showPalette(): void {
  if (dialog.open) return;
  if (!dialog.isConnected) prepare();
  box.value = '';
  dialog.showModal();
  search();
}

/** Adds the dialog to the page, with its styles: the policy forbids style elements, but not these. */
function prepare(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  document.body.append(dialog);
  box.addEventListener('input', search);
  dialog.addEventListener('keydown', onKey);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => asked.abort());
  list.addEventListener('pointermove', ({ target }) => {
    const row = rowAt(target);
    if (row) select(row);
  });
  list.addEventListener('click', (event) => {
    if (rowAt(event.target) && !event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });
  // The focus stays in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
}

/** Finds the names for the text in the box, and a moment later what the search index has. */
function search(): void {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const query = box.value.trim();
  ready = showNames(query, signal).catch(() => {
    names = undefined;
    show([], 'The index of names could not be loaded.');
  });
  if (query.length >= LEAST && !isPastedId(query))
    void Promise.all([ready, pause(PAUSE)]).then(() => (signal.aborted ? undefined : addTexts(query, signal)));
}

/** Shows what has a pasted id, names, and a link to the search page. */
async function showNames(query: string, signal: AbortSignal): Promise<void> {
  if (!names) show([], 'Loading…');
  names ??= read<NamesFile>('/names.json').then((file) => new Names(file));
  const all = await names;
  if (isPastedId(query)) ids ??= await read<IdsFile>('/ids.json').catch(() => undefined);
  if (signal.aborted) return;
  const exact = ids ? findById(query, ids) : null;
  const found = all.find(query);
  const total = found.total + Number(exact !== null);
  show(
    [
      group('Exact match', exact ? [nameRow({ kind: 'session', ...exact })] : []),
      ...found.groups.map((each) =>
        group(
          each.title,
          each.names.map(({ of, runs }) => nameRow(of, marked(runs))),
        ),
      ),
      group('Search', query === '' ? [] : [searchRow(query)]),
    ],
    query === '' ? '' : total === 0 ? 'No names found' : counted(total, 'result'),
    exact ?? found.chosen,
  );
}

/** Adds what the search index has after the names: nothing without the index. */
async function addTexts(query: string, signal: AbortSignal): Promise<void> {
  const findings = await openEngine()
    .then((engine) => engine.find(parseQuery(query).query))
    .catch(() => null);
  if (signal.aborted || !findings?.haveAll) return;
  const shown = new Set(rows().map((row) => row.getAttribute('href')));
  const parts = findings.pages.flatMap((page) => page.parts.map((part) => ({ page, part })));
  // Names say what sessions are found by.
  const texts = parts.filter(({ part: { kind, address } }) => kind !== 'session' && !shown.has(address));
  rows().at(-1)?.lastElementChild?.replaceChildren(counted(findings.total, 'page'));
  list.append(...group('Events and texts', texts.slice(0, MOST_TEXTS).map(textRow)));
  numberRows();
}

/** Reads a file of names. Throws if it cannot be read. */
async function read<File>(address: string): Promise<File> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address} cannot be read.`);
  return response.json();
}

/** Shows groups, and chooses the row of a name, or the first. */
function show(groups: readonly HTMLElement[][], words: string, chosen: Pick<Name, 'address'> | null = null): void {
  list.replaceChildren(...groups.flat());
  list.scrollTop = 0;
  status.textContent = words;
  numberRows();
  select(rows().find((row) => row.getAttribute('href') === chosen?.address) ?? rows()[0]);
}

/** Rows under a heading; nothing without a row. */
function group(title: string, own: readonly Row[]): HTMLElement[] {
  if (own.length === 0) return [];
  const id = `palette-${title.toLowerCase().replaceAll(' ', '-')}`;
  const heading = element('div', { class: 'palette-heading', id, role: 'presentation' }, title);
  return [element('div', { role: 'group', 'aria-labelledby': id }, heading, ...own)];
}

// Rows

interface Shown {
  icon: SVGSVGElement;
  name: (Node | string)[];
  /** For those who do not see the icon. */
  label?: string;
  remark?: string | undefined;
  aside?: string | undefined;
  tag?: string | null | undefined;
}

function rowTo(address: string, { icon: own, name, label = '', remark = '', aside = '', tag = null }: Shown): Row {
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

function nameRow(of: Name, name: (Node | string)[] = [of.name]): Row {
  const { kind, address, remark, project, tag } = of;
  return rowTo(address, { icon: iconOf(of), name, remark, tag, aside: kind === 'project' ? '' : project });
}

function searchRow(query: string): Row {
  const name = [`Search everything for “${query}”`];
  return rowTo(`/search/?${new URLSearchParams({ q: query })}`, { icon: icon('search'), name });
}

function textRow({ page, part }: { page: FoundPage; part: FoundPart }): Row {
  const { address, kind, tag, words, details, date } = part;
  const isInWords = words.some(({ isFound }) => isFound) || details.length === 0;
  return rowTo(address, {
    icon: tag ? glyph(`${kind === 'found' ? 'found-' : ''}${tag}`) : icon('text'),
    name: marked(isInWords ? words : details),
    label: tag ? `${TAG_WORDS[tag].label}: ` : '',
    aside: [tag ? '' : kindLabel(kind), shortDay(date || page.date)].filter((each) => each !== '').join(' · '),
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

function rows(): Row[] {
  return [...list.querySelectorAll('a')];
}

function numberRows(): void {
  for (const [at, row] of rows().entries()) row.id = `palette-${at}`;
}

function rowAt(target: EventTarget | null): Row | null {
  return target instanceof Element ? target.closest('a') : null;
}

function selected(): Row | undefined {
  return rows().find((row) => row.ariaSelected === 'true');
}

function select(row: Row | undefined): void {
  selected()?.setAttribute('aria-selected', 'false');
  row?.setAttribute('aria-selected', 'true');
  if (row) box.setAttribute('aria-activedescendant', row.id);
  else box.removeAttribute('aria-activedescendant');
}

function onKey(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.isComposing) return;
  if (isPaletteChord(event)) {
    event.preventDefault();
    dialog.close();
  } else if (event.target === box && key === 'Enter') {
    event.preventDefault();
    void openSelected(metaKey || ctrlKey);
  } else if (event.target === box && !altKey && !ctrlKey && !metaKey && !shiftKey) {
    const all = rows();
    const at = all.findIndex((row) => row.ariaSelected === 'true');
    // Up and down go round.
    const places: Partial<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    };
    const row = all.at(places[key] ?? all.length);
    if (!row) return;
    event.preventDefault();
    select(row);
    row.scrollIntoView({ block: 'nearest' });
  }
}

/** Opens the chosen row; who pastes an id and presses Enter at once gets what has it. */
async function openSelected(isNewTab: boolean): Promise<void> {
  const { signal } = asked;
  await ready;
  const row = selected();
  if (!row || signal.aborted) return;
  if (isNewTab) window.open(row.href, '_blank', 'noopener');
  else row.click();
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
