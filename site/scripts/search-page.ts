/**
 * The search page. The words and filters go into the address, and the address decides what is shown. The index is
 * loaded when the box is used or the address contains a search.
 */
import type { FoundPage, FoundPart } from '#site/model/found-session.ts';
import type { Run } from '#site/model/excerpt.ts';
import {
  choiceCount,
  type Facet,
  isChosen,
  isFacet,
  queryOf,
  readState,
  type SearchState,
  toggled,
  withoutFilters,
  writeState,
} from '#site/model/search-state.ts';
import { glyphAddress } from '#src/chart/glyphs.ts';
import { isTag, TAG_ORDER, TAG_WORDS } from '#src/format/tags.ts';
import {
  formatQuery,
  isEmpty,
  type ParsedQuery,
  type Query,
  type QueryProblem,
  searchedKindNamed,
  suggestedTag,
} from '#src/index/query.ts';
import { isRecordKind, KIND_FACTS, kindLabel, kindWords, RECORD_KINDS } from '#src/index/record.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { counted, monthName, shortDay } from '#src/lib/text/day.ts';
import { element, required, symbol } from './elements.ts';
import {
  type Findings,
  type KnownValues,
  openEngine,
  type SearchEngine,
  SearchRefusal,
  unknownIn,
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

let state = openingState();
let engine: Promise<SearchEngine> | undefined;
/** The number of the latest search; results of older ones are dropped. */
let latest = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

listen();
// On a touch screen, focus would open the keyboard. Focusing here must not load the index; the first use does.
if (matchMedia('(hover: hover)').matches) box.focus();
for (const event of ['focus', 'pointerdown', 'keydown'])
  box.addEventListener(event, () => engine ?? void show(), { once: true });
if (writeState(state) !== '') void show();

/** The state of the address, with any text typed before this script was loaded. */
function openingState(): SearchState {
  const addressed = readState(location.search);
  if (box.value !== '') return { ...addressed, text: box.value };
  box.value = addressed.text;
  return addressed;
}

function listen(): void {
  const wide = matchMedia('(width > 56.25rem)');
  fold.open = wide.matches;
  wide.addEventListener('change', () => fold.toggleAttribute('open', wide.matches));
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => become({ ...state, text: box.value }, 'replace'), PAUSE);
  });
  required('[data-search-form]').addEventListener('submit', (event) => {
    event.preventDefault();
    become({ ...state, text: box.value }, 'push');
  });
  fold.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && isFacet(target.name))
      become(toggled(state, target.name, target.value), 'push');
  });
  box.addEventListener('keydown', moveFromBox);
  required('[data-search-body]').addEventListener('keydown', moveFromHit);
  addEventListener('popstate', () => become(readState(location.search), 'keep'));
}

/** Shows another state and updates the address. The box is not changed while somebody types in it. */
function become(next: SearchState, history: 'push' | 'replace' | 'keep'): void {
  clearTimeout(timer);
  state = next;
  if (history !== 'replace') box.value = state.text;
  const search = writeState(state);
  const address = `${location.pathname}${search}`;
  if (history === 'push' && search !== location.search) window.history.pushState(null, '', address);
  if (history === 'replace' && search !== location.search) window.history.replaceState(null, '', address);
  void show();
}

async function show(): Promise<void> {
  const number = ++latest;
  const isCurrent = () => number === latest;
  const parsed = queryOf(state);
  const name = formatQuery(parsed.query);
  document.title = `${name === '' ? 'Search' : name} · Chronicle`;
  idle.hidden = !isEmpty(parsed.query);
  const patience = setTimeout(() => {
    if (isCurrent()) status.textContent = root.dataset.search ?? '';
  }, PATIENCE);
  try {
    engine ??= openEngine();
    const opened = await engine;
    const findings = await opened.find(parsed.query);
    if (isCurrent()) draw(parsed, findings, opened.values, isCurrent);
  } catch (error) {
    if (isCurrent()) fail(error instanceof SearchRefusal ? error.message : 'The search index cannot be read.');
  } finally {
    clearTimeout(patience);
  }
}

/** Why search is not available. The next search tries again. */
function fail(message: string): void {
  engine = undefined;
  idle.hidden = true;
  more.hidden = true;
  results.replaceChildren();
  notes.replaceChildren(element('div', { class: 'empty' }, element('p', {}, message)));
  status.textContent = '';
}

/** Draws what was found: the filters, the total, notes and results. */
function draw(
  { query, problems }: ParsedQuery,
  findings: Findings,
  values: KnownValues,
  isCurrent: () => boolean,
): void {
  drawFacets(query, findings, values);
  const isAsked = !isEmpty(query);
  const pages = isAsked ? findings.pages : [];
  const isNothing = isAsked && pages.length === 0;
  notes.replaceChildren(
    ...[...problems, ...(isNothing ? unknownIn(query, values) : [])].map(drawProblem),
    ...drawOtherwise(query, findings),
    ...(isNothing ? [drawNothing(query)] : []),
  );
  results.replaceChildren(...pages.slice(0, FIRST).map(drawPage));
  offer(pages.slice(FIRST), findings.more, isCurrent);
  status.textContent = isAsked ? totalOf(findings) : '';
}

/** Offers the pages that are read and not drawn, and those after them. */
function offer(read: readonly FoundPage[], next: Findings['more'], isCurrent: () => boolean): void {
  more.hidden = read.length === 0;
  more.onclick = async () => {
    const drawn = read.slice(0, MORE).map(drawPage);
    const rest = read.slice(MORE);
    const after = rest.length > 0 ? rest : await next();
    if (!isCurrent()) return;
    results.append(...drawn);
    drawn[0]?.querySelector<HTMLElement>('a.hit')?.focus();
    offer(after, next, isCurrent);
  };
}

function totalOf({ pages, total, isExact, haveAll }: Findings): string {
  if (pages.length === 0) return 'No matches';
  if (!haveAll) return `No page has all words. ${counted(total, 'page')} with some of them:`;
  return isExact ? counted(total, 'page') : `Up to ${counted(total, 'page')}`;
}

// Filters

/** Draws the choices with how many pages each finds: those that find some, and those that are on. */
function drawFacets(query: Query, { counts }: Findings, known: KnownValues): void {
  const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
  const isTagged = query.kinds.some((kind) => isRecordKind(kind) && KIND_FACTS[kind].isTagged);
  for (const fieldset of fold.querySelectorAll<HTMLFieldSetElement>('fieldset[data-facet]')) {
    const facet = fieldset.dataset.facet;
    if (!isFacet(facet)) continue;
    const countOf = (value: string) => counts[facet].get(value) ?? 0;
    const isOn = (value: string) => isChosen(query, facet, value);
    const isOffered = facet !== 'tag' || isTagged || query.kinds.length === 0 || query.tags.length > 0;
    const offered = isOffered
      ? orderedValues(facet, known[facet] ?? [], isOn).filter((value) => countOf(value) > 0 || isOn(value))
      : [];
    fieldset.hidden = offered.length === 0;
    fieldset.replaceChildren(
      ...fieldset.querySelectorAll('legend'),
      ...offered.map((value) => drawChoice(facet, value, countOf(value), isOn(value))),
    );
  }
  fold.hidden = Object.keys(known).length === 0;
  const count = choiceCount(query);
  required('[data-search-fold-count]').textContent = count === 0 ? '' : `${count} on`;
  if (!focused || focused.isConnected) return;
  const inputs = [...fold.querySelectorAll('input')];
  inputs.find(({ name, value }) => name === focused.name && value === focused.value)?.focus();
}

/** The values of a facet in the order of its choices; `values` has those of most pages first. */
function orderedValues(facet: Facet, values: readonly string[], isOn: (value: string) => boolean): string[] {
  switch (facet) {
    case 'tag':
      return TAG_ORDER.filter((tag) => values.includes(tag));
    case 'kind':
      return [...RECORD_KINDS, 'memory', 'file'].filter((kind) => values.includes(kind));
    case 'month':
      return values.toSorted().reverse();
    case 'project':
      return values.toSorted((a, b) => a.localeCompare(b));
    case 'branch':
      return values.toSorted((a, b) => Number(isOn(b)) - Number(isOn(a)));
  }
}

function drawChoice(facet: Facet, value: string, count: number, isOn: boolean): HTMLLabelElement {
  const input = element('input', { type: 'checkbox', name: facet, value });
  input.checked = isOn;
  return element(
    'label',
    { 'data-tag': facet === 'tag' ? value : null },
    input,
    ...(facet === 'tag' && isTag(value) ? [symbol(glyphAddress(value), 'glyph')] : []),
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

// Notes

/** A problem of the query, with a button that replaces the word if that is in the box. */
function drawProblem({ word, message, suggestion }: QueryProblem): HTMLElement {
  const { text } = state;
  const isInText = suggestion !== null && text.includes(word);
  return element(
    'p',
    { class: 'note', dir: 'auto' },
    `${message} `,
    ...(isInText
      ? [
          textButton(
            `Use ${suggestion}`,
            text.replace(word, () => suggestion),
          ),
        ]
      : []),
  );
}

/** The words that no page has, and the kinds of names that the palette finds instead. */
function drawOtherwise({ kinds }: Query, { missing }: Findings): HTMLElement[] {
  const named = kinds.filter((kind) => !isRecordKind(kind) && kind !== 'memory' && kind !== 'file').map(kindWords);
  return [
    ...(missing.length > 0 ? [`Nothing has ${listed(missing, 'or')}.`] : []),
    ...(named.length > 0 ? [`${capitalised(listed(named))} are found by name: press Ctrl K.`] : []),
  ].map((sentence) => element('p', { class: 'note', dir: 'auto' }, sentence));
}

/** The message without results, and what to do next. */
function drawNothing(query: Query): HTMLElement {
  const tag = query.words.map((word) => suggestedTag(word)).find((each) => each !== undefined);
  const bare = withoutFilters(state);
  const clear = element('button', { class: 'button', type: 'button' }, 'Clear filters');
  clear.addEventListener('click', () => become(bare, 'push'));
  return element(
    'div',
    { class: 'empty' },
    element('p', { dir: 'auto' }, 'No matches for ', element('strong', {}, formatQuery(query) || state.text), '.'),
    ...(tag ? [element('p', {}, 'Did you mean the tag? ', textButton(`tag:${tag}`, `tag:${tag}`))] : []),
    element('p', {}, 'Pages of this site and its guide are found by name: press Ctrl K.'),
    ...(formatQuery(queryOf(bare).query) === formatQuery(query) ? [] : [element('p', {}, clear)]),
  );
}

/** A button that searches for another text. */
function textButton(label: string, text: string): HTMLButtonElement {
  const button = element('button', { class: 'button text', type: 'button' }, label);
  button.addEventListener('click', () => become({ ...state, text }, 'push'));
  return button;
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
  const text = element('span', { class: 'words', dir: 'auto' }, ...(isRepeated ? [] : drawRuns(words)));
  if (details.length > 0) text.append(element('span', { class: 'details' }, ...drawRuns(details)));
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

function drawRuns(runs: readonly Run[]): (Node | string)[] {
  return runs.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text));
}

// Keys: arrows move from the box through the hits and back; Escape returns to the box, then clears it, then leaves it.

function moveFromBox(event: KeyboardEvent): void {
  if (isModified(event)) return;
  const hit = event.key === 'ArrowDown' ? hitsInOrder()[0] : undefined;
  if (hit) moveTo(hit, event);
  if (event.key !== 'Escape') return;
  event.preventDefault();
  if (box.value === '') box.blur();
  else {
    box.value = '';
    become({ ...state, text: '' }, 'replace');
  }
}

function moveFromHit(event: KeyboardEvent): void {
  const hits = hitsInOrder();
  const at = hits.indexOf(document.activeElement as HTMLElement);
  if (isModified(event) || at === -1) return;
  if (event.key === 'Escape') moveTo(box, event);
  if (event.key === 'ArrowDown') moveTo(hits[at + 1], event);
  if (event.key === 'ArrowUp') moveTo(hits[at - 1] ?? box, event);
}

/** The links to what was found. */
function hitsInOrder(): HTMLElement[] {
  return [...results.querySelectorAll<HTMLElement>('a.hit')];
}

function moveTo(target: HTMLElement | undefined, event: Event): void {
  event.preventDefault();
  target?.focus();
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey || isComposing;
}
