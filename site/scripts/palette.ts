/**
 * The palette: a dialog that finds everything with a name, and then events by their texts. It is loaded when it is first
 * opened. Nothing that is typed is stored.
 */
import { Names } from '#site/model/find-names.ts';
import type { IdsFile, NamesFile } from '#site/model/names.ts';
import { findById, type TypedId, typedIds } from '#site/model/typed-id.ts';
import { counted } from '#src/lib/text/day.ts';
import styles from '../styles/palette.css?inline';
import { element } from './elements.ts';
import { isPaletteChord } from './key-table.ts';
import {
  commandsFor,
  commandsOn,
  drawGroup,
  type FoundEvents,
  findEvents,
  icon,
  nameRow,
  type Row,
} from './palette-rows.ts';

/** Milliseconds without typing before texts are searched, and how much must be typed. */
const PAUSE = 350;
const LEAST = 3;
const PAGE = 8;
const NAMES_FILE = '/names.json';
const IDS_FILE = '/ids.json';

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
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // A link is followed by the browser.
    dialog.close();
    row.run?.();
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
  groups: { title: string; rows: Row[] }[];
  /** The row to choose unless somebody has chosen another. */
  chosen?: Row | undefined;
  said: string;
}

/** Draws the results for the text in the box, and a moment later what has a pasted id, or those of the search index. */
function draw(): void {
  const number = ++typed;
  clearTimeout(timer);
  lookUp = undefined;
  const query = box.value.trim();
  const isCurrent = () => number === typed && dialog.open;
  const answer = answerTo(query, null);
  show(answer);
  const pasted = typedIds(query);
  if (pasted.length > 0) lookUp = showById(pasted, answer, isCurrent);
  else if (names && query.length >= LEAST && !/^[>#@]/.test(query))
    timer = setTimeout(() => void showEvents(query, isCurrent), PAUSE);
}

async function showEvents(query: string, isCurrent: () => boolean): Promise<void> {
  const shown = new Set(rows.flatMap((row) => row.element.getAttribute('href') ?? []));
  const events = await findEvents(query, shown);
  if (isCurrent()) show(answerTo(query, events));
}

/** Puts what has a pasted id before the other results. */
async function showById(pasted: readonly TypedId[], answer: Answer, isCurrent: () => boolean): Promise<void> {
  const found = names && (await findById(pasted, names.sessions, readIds).catch(() => null));
  const name = names?.all.find(({ session }) => session === found?.session);
  if (!found || !name || !isCurrent()) return;
  const row = nameRow({ of: { ...name, address: found.address }, marks: [] });
  show({ groups: [{ title: 'Exact match', rows: [row] }, ...answer.groups], chosen: row, said: '1 result' });
}

/** Names, then commands, then the texts that the search index has. */
function answerTo(query: string, events: FoundEvents | null): Answer {
  if (query.startsWith('>')) {
    const commands = commandsFor(query.slice(1).trim());
    return {
      groups: [{ title: 'Commands', rows: commands }],
      said: commands.length === 0 ? 'No command found' : '',
    };
  }
  if (!names) return { groups: [], said: 'Loading…' };
  const found = names.find(query);
  const drawn = found.groups.map(({ title, names: own }) => ({
    title,
    rows: own.map((each) => ({ ...nameRow(each), isChosen: each.of === found.chosen })),
  }));
  const chosen = drawn.flatMap(({ rows: own }) => own).find(({ isChosen }) => isChosen);
  const said = query === '' ? '' : found.total === 0 ? 'No names found' : counted(found.total, 'result');
  if (query === '' || /^[#@]/.test(query)) return { groups: drawn, chosen, said };
  const commands = [...commandsOn(query, events?.total ?? null), ...commandsFor(query).slice(0, 2)];
  const further = [
    { title: 'Commands', rows: commands },
    { title: 'Events and texts', rows: events?.rows ?? [] },
  ];
  return { groups: [...drawn, ...further], chosen, said };
}

function show({ groups, chosen, said }: Answer): void {
  const drawn = groups.filter((group) => group.rows.length > 0);
  const before = isMoved ? selected?.key : undefined;
  rows = drawn.flatMap((group) => group.rows);
  for (const [at, row] of rows.entries()) row.element.id = `palette-${at}`;
  list.replaceChildren(...drawn.map(({ title, rows: own }, at) => drawGroup(title, own, `palette-heading-${at}`)));
  status.textContent = said;
  select(rows.find(({ key }) => key === before) ?? chosen ?? rows[0]);
  if (!isMoved) list.scrollTop = 0;
}

function select(row: Row | undefined): void {
  selected?.element.setAttribute('aria-selected', 'false');
  selected = row;
  row?.element.setAttribute('aria-selected', 'true');
  if (row) box.setAttribute('aria-activedescendant', row.element.id);
  else box.removeAttribute('aria-activedescendant');
}

/** Chooses a row by hand. */
function move(row: Row | undefined): void {
  if (row === selected) return;
  isMoved = true;
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
  if (!selected || number !== typed) return;
  const { element: chosen } = selected;
  if (isNewTab && chosen instanceof HTMLAnchorElement) window.open(chosen.href, '_blank', 'noopener');
  else chosen.click();
}

/** The keys, for those who have a keyboard. */
function hints(): HTMLElement {
  const keys = (shown: string[], does: string) =>
    element('span', {}, ...shown.map((name) => element('kbd', {}, name)), ` ${does}`);
  const modifier = /^(?:Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';
  return element(
    'div',
    { class: 'palette-hints', 'aria-hidden': 'true' },
    keys(['↑', '↓'], 'move'),
    keys(['⏎'], 'open'),
    keys([modifier, '⏎'], 'in a new tab'),
    keys(['>'], 'commands'),
    keys(['#'], 'tags'),
    keys(['@'], 'files'),
  );
}
