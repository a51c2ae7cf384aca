/**
 * The search page. What is in the box is the search: a filter that is chosen is a word in it, and the address has it too.
 * The index is loaded when the box is used or the address contains a search.
 */
import type { FoundPage, FoundPart } from '#site/model/found-page.ts';
import { glyphAddress } from '#src/chart/glyphs.ts';
import { isTag, TAG_ORDER, TAG_WORDS } from '#src/format/tags.ts';
import {
  EMPTY_QUERY,
  formatQuery,
  hasFilters,
  isEmpty,
  parseQuery,
  type Query,
  type QueryProblem,
  searchedKindNamed,
} from '#src/index/query.ts';
import { kindLabel, RECORD_KINDS } from '#src/index/record.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { counted, monthName, shortDay } from '#src/lib/text/day.ts';
import { element, marked, pause, required, symbol } from './elements.ts';
import {
  FACETS,
  type Facet,
  type Findings,
  openEngine,
  type SearchEngine,
  SearchRefusal,
  UNREADABLE,
} from './search-engine.ts';

/** Milliseconds without typing before a search starts. */
const PAUSE = 120;
/** Milliseconds before a wait is explained. */
const PATIENCE = 250;
/** Pages drawn at first, and with each "Show more". */
const FIRST = 10;
const MORE = 20;
/** Parts drawn of a page before its "more" is pressed. */
const PARTS = 5;

const root = required('[data-search]');
const box = required<HTMLInputElement>('[data-search-box]');
const fold = required<HTMLDetailsElement>('[data-search-fold]');
const results = required('[data-search-results]');
const status = required('[data-search-status]');
const notes = required('[data-search-notes]');
const more = required<HTMLButtonElement>('[data-search-more]');
const idle = required('[data-search-idle]');

/** The latest search; what older ones find is dropped. */
let asked = new AbortController();

// Somebody may have typed before this script was loaded.
if (box.value === '') box.value = addressed();
listen();
// On a touch screen, focus would open the keyboard. Focusing here must not load the index; the first use does.
if (matchMedia('(hover: hover)').matches) box.focus();
for (const event of ['focus', 'pointerdown', 'keydown'])
  box.addEventListener(event, () => status.textContent === '' && void show(), { once: true });
if (box.value.trim() !== '') void show();

function addressed(): string {
  return new URLSearchParams(location.search).get('q') ?? '';
}

function listen(): void {
  const wide = matchMedia('(width > 56.25rem)');
  fold.open = wide.matches;
  wide.addEventListener('change', () => fold.toggleAttribute('open', wide.matches));
  box.addEventListener('input', async () => {
    const signal = latest();
    await pause(PAUSE);
    if (!signal.aborted) search('replaceState');
  });
  required('[data-search-form]').addEventListener('submit', (event) => {
    event.preventDefault();
    search('pushState');
  });
  fold.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) searchFor(toggled(target.name as Facet, target.value));
  });
  root.addEventListener('keydown', onKey);
  addEventListener('popstate', () => {
    box.value = addressed();
    void show();
  });
}

/** Cancels the search before, and begins another. */
function latest(): AbortSignal {
  asked.abort();
  asked = new AbortController();
  return asked.signal;
}

/** Searches for what is in the box, and updates the address. */
function search(history: 'pushState' | 'replaceState'): void {
  const text = box.value.trim();
  const query = text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
  if (query !== location.search) window.history[history](null, '', `${location.pathname}${query}`);
  void show();
}

function searchFor(text: string): void {
  box.value = text;
  search('pushState');
}

/** The text of the box with a filter in it, or without it if it was there. */
function toggled(facet: Facet, value: string): string {
  const { query } = parseQuery(box.value);
  const list: readonly string[] = query[FACETS[facet]];
  const rest = list.filter((each) => !isSame(each, value));
  return formatQuery({ ...query, [FACETS[facet]]: rest.length < list.length ? rest : [...list, value] });
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

async function show(): Promise<void> {
  const signal = latest();
  const { query, problems } = parseQuery(box.value);
  const name = formatQuery(query);
  document.title = `${name === '' ? 'Search' : name} · Chronicle`;
  idle.hidden = !isEmpty(query);
  const patience = setTimeout(() => {
    if (!signal.aborted) status.textContent = root.dataset.search ?? '';
  }, PATIENCE);
  try {
    const engine = await openEngine();
    const findings = await engine.find(query);
    if (!signal.aborted) draw(query, problems, findings, engine, signal);
  } catch (error) {
    if (!signal.aborted) fail(error instanceof SearchRefusal ? error.message : UNREADABLE);
  } finally {
    clearTimeout(patience);
  }
}

/** Why search is not available. The next search tries again. */
function fail(message: string): void {
  idle.hidden = true;
  more.hidden = true;
  results.replaceChildren();
  notes.replaceChildren(element('div', { class: 'empty' }, element('p', {}, message)));
  status.textContent = '';
}

/** Draws what was found: the filters, the total, notes and results. */
function draw(
  query: Query,
  problems: readonly QueryProblem[],
  findings: Findings,
  opened: SearchEngine,
  signal: AbortSignal,
): void {
  const isAsked = !isEmpty(query);
  const pages = isAsked ? findings.pages : [];
  const isNothing = isAsked && pages.length === 0;
  drawFacets(query, findings, opened);
  // Pagefind counts pages with the beginning of a word that no page has.
  if (isNothing && !hasFilters(query)) fold.hidden = true;
  const said = [...problems, ...(isNothing ? opened.unknownIn(query) : [])].map(({ message }) => message);
  const among = hasFilters(query) ? ' with these filters' : '';
  if (findings.missing.length > 0 && !isNothing) said.push(`Nothing${among} has ${listed(findings.missing, 'or')}.`);
  notes.replaceChildren(
    ...said.map((sentence) => element('p', { class: 'note', dir: 'auto' }, sentence)),
    ...(isNothing ? [drawNothing(query)] : []),
  );
  results.replaceChildren(...pages.slice(0, FIRST).map(drawPage));
  offer(pages.slice(FIRST), findings.more, signal);
  status.textContent = isAsked ? totalOf(findings) : '';
}

/** Offers the pages that are read and not drawn, and those after them. */
function offer(read: readonly FoundPage[], next: Findings['more'], signal: AbortSignal): void {
  more.hidden = read.length === 0;
  more.onclick = async () => {
    const drawn = read.slice(0, MORE).map(drawPage);
    const rest = read.slice(MORE);
    const after = rest.length > 0 ? rest : await next();
    if (signal.aborted) return;
    results.append(...drawn);
    drawn[0]?.querySelector<HTMLElement>('a.hit')?.focus();
    offer(after, next, signal);
  };
}

function totalOf({ pages, total, isExact, haveAll }: Findings): string {
  if (pages.length === 0) return 'No matches';
  if (!haveAll) return `No page has all words. ${counted(total, 'page')} with some of them:`;
  return isExact ? counted(total, 'page') : `Up to ${counted(total, 'page')}`;
}

/** The message without results, and what to do next. */
function drawNothing(query: Query): HTMLElement {
  const { words, phrases, without } = query;
  const clear = element('button', { class: 'button', type: 'button' }, 'Clear filters');
  clear.addEventListener('click', () => searchFor(formatQuery({ ...EMPTY_QUERY, words, phrases, without })));
  return element(
    'div',
    { class: 'empty' },
    element('p', { dir: 'auto' }, 'No matches for ', element('strong', {}, formatQuery(query)), '.'),
    element('p', {}, 'Drafts, tags and pages of this site are found by name: press Ctrl K.'),
    ...(hasFilters(query) ? [element('p', {}, clear)] : []),
  );
}

// Filters

/** The values of each facet in the order of its choices. */
const IN_ORDER: Record<Facet, (values: readonly string[]) => readonly string[]> = {
  tag: (values) => TAG_ORDER.filter((tag) => values.includes(tag)),
  kind: (values) => [...RECORD_KINDS, 'memory', 'file'].filter((kind) => values.includes(kind)),
  month: (values) => values.toSorted().reverse(),
  project: (values) => values.toSorted((a, b) => a.localeCompare(b)),
};

/** Draws the choices with how many pages each finds: those that find some, and those that are on. */
function drawFacets(query: Query, { counts }: Findings, opened: SearchEngine): void {
  const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
  let chosen = 0;
  for (const facet of Object.keys(FACETS) as Facet[]) {
    const fieldset = required(`[data-facet="${facet}"]`);
    const choices = IN_ORDER[facet](opened.valuesOf(facet)).flatMap((value) => {
      const isOn = query[FACETS[facet]].some((each) => isSame(each, value));
      const count = counts[facet][value] ?? 0;
      if (isOn) chosen++;
      return count > 0 || isOn ? [drawChoice(facet, value, count, isOn)] : [];
    });
    fieldset.hidden = choices.length === 0;
    fieldset.replaceChildren(...fieldset.querySelectorAll('legend'), ...choices);
  }
  fold.hidden = opened.valuesOf('project').length === 0;
  required('[data-search-fold-count]').textContent = chosen === 0 ? '' : `${chosen} on`;
  if (!focused || focused.isConnected) return;
  const inputs = [...fold.querySelectorAll('input')];
  inputs.find(({ name, value }) => name === focused.name && value === focused.value)?.focus();
}

function drawChoice(facet: Facet, value: string, count: number, isOn: boolean): HTMLLabelElement {
  const input = element('input', { type: 'checkbox', name: facet, value });
  input.checked = isOn;
  const tag = facet === 'tag' && isTag(value) ? value : null;
  return element(
    'label',
    { 'data-tag': tag },
    input,
    ...(tag ? [symbol(glyphAddress(tag), 'glyph')] : []),
    element('span', { class: 'name', dir: 'auto' }, labelOf(facet, value)),
    element('span', { class: 'count' }, grouped(count)),
  );
}

function labelOf(facet: Facet, value: string): string {
  if (facet === 'tag' && isTag(value)) return TAG_WORDS[value].label;
  if (facet === 'month') return `${monthName(value).slice(0, 3)} ${value.slice(0, 4)}`;
  const kind = facet === 'kind' ? searchedKindNamed(value) : undefined;
  return kind ? kindLabel(kind) : value;
}

// Results

/** A list item for a page: its title, date and project, and a link to each part that was found. */
function drawPage({ address, title, project, date, task, parts }: FoundPage): HTMLLIElement {
  const day = date === '' ? '' : `${shortDay(date)} ${date.slice(0, 4)}`;
  const about = [day, project, task].filter((part) => part !== '').join(', ');
  const list = element('ul', {}, ...parts.slice(0, PARTS).map(drawPart));
  if (parts.length > PARTS) list.append(drawRest(parts.slice(PARTS)));
  return element(
    'li',
    { class: 'found-session' },
    element('h2', { class: 'bare' }, element('a', { class: 'target', href: address, dir: 'auto' }, title)),
    element('p', { class: 'meta', dir: 'auto' }, about),
    list,
  );
}

function drawPart({ address, kind, tag, words, details }: FoundPart): HTMLLIElement {
  const isFound = kind === 'found';
  // The first line of a narrative is its title, which is already in the heading.
  const isRepeated = kind === 'narrative' && details.length > 0;
  const text = element('span', { class: 'words', dir: 'auto' }, ...(isRepeated ? [] : marked(words)));
  if (details.length > 0) text.append(element('span', { class: 'details' }, ...marked(details)));
  // A bdi does not count for the direction of the words.
  if (isFound) text.prepend(element('bdi', { class: 'quiet' }, 'found in the transcript'), ' ');
  if (!tag) text.prepend(element('bdi', { class: 'quiet' }, kindLabel(kind)), ' ');
  const link = element(
    'a',
    { class: 'hit', href: address, 'data-tag': tag },
    tag ? symbol(`#g-${isFound ? 'found-' : ''}${tag}`, 'glyph') : element('span', {}),
    element('span', { class: 'visually-hidden' }, tag ? `${TAG_WORDS[tag].label}: ` : ''),
    text,
  );
  return element('li', {}, link);
}

/** A button for the other parts of a page, which take its place. */
function drawRest(parts: readonly FoundPart[]): HTMLLIElement {
  const button = element('button', { class: 'button text more-hits', type: 'button' }, `${grouped(parts.length)} more`);
  const item = element('li', {}, button);
  button.addEventListener('click', () => {
    const drawn = parts.map(drawPart);
    item.replaceWith(...drawn);
    drawn[0]?.querySelector<HTMLElement>('a.hit')?.focus();
  });
  return item;
}

// Keys: arrows move from the box through the hits and back; Escape returns to the box, then clears it, then leaves it.

function onKey(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, target } = event;
  const hits = [...results.querySelectorAll<HTMLElement>('a.hit')];
  const at = hits.findIndex((hit) => hit === target);
  const isInBox = target === box;
  if (altKey || ctrlKey || metaKey || shiftKey || isComposing || !(isInBox || at >= 0)) return;
  if (key === 'ArrowDown' && hits.length > 0) moveTo(hits[at + 1], event);
  if (key === 'ArrowUp' && !isInBox) moveTo(hits[at - 1] ?? box, event);
  if (key !== 'Escape') return;
  if (!isInBox) {
    moveTo(box, event);
  } else if (box.value === '') {
    event.preventDefault();
    box.blur();
  } else {
    event.preventDefault();
    searchFor('');
  }
}

function moveTo(target: HTMLElement | undefined, event: Event): void {
  event.preventDefault();
  target?.focus();
}
