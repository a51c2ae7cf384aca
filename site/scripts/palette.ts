/**
 * The palette: a dialog that finds everything with a name, and then events by their texts. It is loaded when it is first
 * opened. Nothing that is typed is stored.
 */
import { Names } from '#site/model/find-names.ts';
import { IDS_FILE, type IdsFile, NAMES_FILE, type NamesFile } from '#site/model/names.ts';
import { findById, type TypedId, typedIds } from '#site/model/typed-id.ts';
import { grouped } from '#src/lib/grouped.ts';
import styles from '../styles/palette.css?inline';
import { element } from './elements.ts';
import { isPaletteChord } from './key-table.ts';
import { commandsFor, commandsOn } from './palette-commands.ts';
import type { FoundEvents } from './palette-events.ts';
import { icon } from './palette-icons.ts';
import { preview } from './palette-preview.ts';
import { commandRow, drawGroup, eventRow, nameRow, type Row } from './palette-rows.ts';

/** Milliseconds without typing before texts are searched, and how much must be typed. */
const PAUSE = 350;
const LEAST = 3;
const PAGE = 8;

const box = element('input', {
  type: 'text',
  role: 'combobox',
  'aria-label': 'Search or jump to',
  'aria-autocomplete': 'list',
  'aria-expanded': 'true',
  'aria-controls': 'palette-list',
  placeholder: 'Search or jump to',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
  enterkeyhint: 'go',
});
const status = element('span', { class: 'palette-status', role: 'status' });
const close = element(
  'button',
  { type: 'button', class: 'palette-close' },
  element('span', { class: 'visually-hidden' }, 'Close '),
  element('kbd', {}, 'esc'),
);
const list = element('div', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': 'Results' });
// A long preview scrolls, with keys too.
const panel = element('div', { class: 'palette-preview', role: 'region', 'aria-label': 'Preview', tabindex: '0' });
const dialog = element(
  'dialog',
  { class: 'palette', 'aria-label': 'Search or jump to', closedby: 'any' },
  element('div', { class: 'palette-box' }, icon('search'), box, status, close),
  element('div', { class: 'palette-body' }, list, panel),
  hints(),
);

let names: Names | undefined;
let ids: Promise<IdsFile> | undefined;
/** The look-up of a pasted id, which Enter waits for. */
let lookUp: Promise<void> | undefined;
let rows: Row[] = [];
let selected: Row | undefined;
/** Counts what was typed; results for an older text are dropped. */
let typed = 0;
/** Whether somebody has chosen a row for this text. */
let isMoved = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Opens the palette with a text in its box. */
export function showPalette(text: string): void {
  if (dialog.open) return;
  if (!dialog.isConnected) prepare();
  box.value = text;
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
  listen();
}

function listen(): void {
  box.addEventListener('input', () => {
    isMoved = false;
    draw();
  });
  dialog.addEventListener('keydown', onKey);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => clearTimeout(timer));
  list.addEventListener('pointermove', ({ target }) => move(rowAt(target) ?? selected));
  list.addEventListener('click', (event) => {
    const row = rowAt(event.target);
    if (row && !event.ctrlKey && !event.metaKey && !event.shiftKey) finish(row);
  });
  // The focus stays in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
}

async function load(): Promise<void> {
  if (names) return;
  try {
    names = new Names(await read<NamesFile>(NAMES_FILE));
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

function readIds(): Promise<IdsFile> {
  ids ??= read<IdsFile>(IDS_FILE);
  ids.catch(() => {
    ids = undefined;
  });
  return ids;
}

/** What is shown for a text. */
interface Answer {
  groups: Group[];
  /** The row to choose unless somebody has chosen another. */
  chosen?: Row | undefined;
  said: string;
  /** Redraws with the texts that were found for a query; absent where only names are asked for. */
  withEvents?: (events: FoundEvents) => Answer;
}

interface Group {
  title: string;
  rows: Row[];
}

/** Draws the results for the text in the box, and a moment later what has a pasted id, or those of the search index. */
function draw(): void {
  const number = ++typed;
  clearTimeout(timer);
  lookUp = undefined;
  const query = box.value.trim();
  const isCurrent = () => number === typed && dialog.open;
  const { withEvents, ...answer } = answerTo(query);
  show(answer);
  const pasted = typedIds(query);
  if (pasted.length > 0) lookUp = showById(pasted, answer, isCurrent);
  else if (withEvents) timer = setTimeout(() => void showEvents(query, withEvents, isCurrent), PAUSE);
}

async function showEvents(
  query: string,
  withEvents: (events: FoundEvents) => Answer,
  isCurrent: () => boolean,
): Promise<void> {
  const { findEvents } = await import('./palette-events.ts');
  const shown = new Set(rows.flatMap((row) => row.element.getAttribute('href') ?? []));
  const events = await findEvents(query, shown);
  if (isCurrent()) show(withEvents(events));
}

/** Puts what has a pasted id before the other results. */
async function showById(pasted: readonly TypedId[], answer: Answer, isCurrent: () => boolean): Promise<void> {
  const found = names && (await findById(pasted, names.sessions, readIds).catch(() => null));
  const name = names?.all.find(({ session }) => session === found?.session);
  if (!found || !name || !isCurrent()) return;
  const row = nameRow({ of: { ...name, address: found.address }, marks: [] });
  show({ groups: [{ title: 'Exact match', rows: [row] }, ...answer.groups], chosen: row, said: results(1) });
}

function answerTo(query: string): Answer {
  if (query.startsWith('>')) return commandsAnswer(query.slice(1).trim());
  if (!names) return { groups: [], said: 'Loading…' };
  const found = names.find(query);
  const isNamesOnly = query === '' || /^[#@]/.test(query);
  const named = found.groups.map((group) => ({ title: group.title, rows: group.names.map(nameRow) }));
  const chosen = named.flatMap(({ rows: own }) => own).find(({ of }) => 'name' in of && of.name === found.chosen);
  const said = query === '' ? '' : found.total === 0 ? 'No names found' : results(found.total);
  if (isNamesOnly) return { groups: named, chosen, said };
  const answerWith = (events: FoundEvents | null): Answer => {
    return { groups: [...named, ...further(query, events)], chosen, said };
  };
  return { ...answerWith(null), ...(query.length >= LEAST && { withEvents: answerWith }) };
}

function commandsAnswer(text: string): Answer {
  const made = commandsFor(text).map(commandRow);
  return { groups: [{ title: 'Commands', rows: made }], said: made.length === 0 ? 'No command found' : '' };
}

/** What comes after the names: commands, and the texts that the search index has. */
function further(query: string, events: FoundEvents | null): Group[] {
  const commands = [...commandsOn(query, events?.total ?? null), ...commandsFor(query).slice(0, 2)];
  return [
    { title: 'Commands', rows: commands.map(commandRow) },
    { title: 'Events and texts', rows: (events?.events ?? []).map(eventRow) },
  ];
}

function show({ groups, chosen, said }: Answer): void {
  const drawn = groups.filter((group) => group.rows.length > 0);
  const before = isMoved ? keyOf(selected) : undefined;
  rows = drawn.flatMap((group) => group.rows);
  for (const [at, row] of rows.entries()) row.element.id = `palette-${at}`;
  list.replaceChildren(...drawn.map(({ title, rows: own }, at) => drawGroup(title, own, `palette-heading-${at}`)));
  status.textContent = said;
  select(rows.find((row) => before !== undefined && keyOf(row) === before) ?? chosen ?? rows[0], true);
  if (!isMoved) list.scrollTop = 0;
}

/** What makes a row the same in another drawing. */
function keyOf(row: Row | undefined): unknown {
  if (!row) return undefined;
  const { of } = row;
  return 'name' in of ? of.name : 'command' in of ? of.command.name : of.event.address;
}

function results(total: number): string {
  return `${grouped(total)} ${total === 1 ? 'result' : 'results'}`;
}

function select(row: Row | undefined, isNew = false): void {
  if (row === selected && !isNew) return;
  selected?.element.setAttribute('aria-selected', 'false');
  selected = row;
  row?.element.setAttribute('aria-selected', 'true');
  if (row) box.setAttribute('aria-activedescendant', row.element.id);
  else box.removeAttribute('aria-activedescendant');
  panel.scrollTop = 0;
  panel.replaceChildren(...(row && names ? preview(row, names) : []));
}

/** Chooses a row by hand. */
function move(row: Row | undefined): void {
  isMoved ||= row !== selected;
  select(row);
}

function rowAt(target: EventTarget | null): Row | undefined {
  const found = target instanceof Element ? target.closest('.palette-row') : null;
  return rows.find(({ element: own }) => own === found);
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
    row?.element.scrollIntoView({ block: 'nearest' });
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
  if (selected && number === typed) open(selected, isNewTab);
}

function open(row: Row, isNewTab: boolean): void {
  if (isNewTab && row.element instanceof HTMLAnchorElement) window.open(row.element.href, '_blank', 'noopener');
  else row.element.click();
}

/** Closes the palette as a row is used. A link is followed by the browser. */
function finish({ of }: Row): void {
  dialog.close();
  if ('command' in of) of.command.run?.();
}

/** The keys, for those who have a keyboard. */
function hints(): HTMLElement {
  const keys = (names: string[], does: string) =>
    element('span', {}, ...names.map((name) => element('kbd', {}, name)), ` ${does}`);
  const modifier = /^(?:Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';
  return element(
    'div',
    { class: 'palette-hints', 'aria-hidden': 'true' },
    keys(['↑', '↓'], 'move'),
    keys(['⏎'], 'open'),
    keys([modifier, '⏎'], 'in a new tab'),
    element('span', { class: 'palette-signs' }, keys(['>'], 'commands'), keys(['#'], 'tags'), keys(['@'], 'files')),
  );
}
