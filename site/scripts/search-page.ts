import { formatQuery } from '#src/search/query.ts';
import { queryOf, readState, type SearchState, toggled, withoutFilters, writeState } from '#src/search/search-state.ts';
import { required } from './elements.ts';
import { SearchRefusal } from './index-files.ts';
import { Answer } from './search-answer.ts';
import { Facets } from './search-facets.ts';
import { type OpenedIndex, openIndex } from './search-index.ts';
import { type LoadedNames, loadNames, SearchNames } from './search-names.ts';

/**
 * The search page. The words and filters go into the address, and the address decides what is shown. The index is
 * loaded when the box is used or the address contains a search.
 */

/** Milliseconds without typing before a search starts. */
const PAUSE = 120;
/** Milliseconds before a wait is explained. */
const PATIENCE = 250;
/** Milliseconds before the results of the newest period are shown alone. */
const LONG = 300;

const box = required<HTMLInputElement>('[data-search-box]');
const fold = required<HTMLDetailsElement>('[data-search-fold]');
const answer = new Answer(new Facets(fold, (facet, value) => become(toggled(state, facet, value), 'push')));

/** Whether names are beside the results; else they are above them, folded. */
const beside = matchMedia('(width > 70rem)');

let state = openingState();
let index: Promise<OpenedIndex> | undefined;
let loading: Promise<LoadedNames | null> | undefined;
let names: Promise<SearchNames | null> | undefined;
/** Whether the older periods are loaded. */
let isWhole = false;
/** The number of the latest search; results of older ones are dropped. */
let latest = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

listen();
// On a touch screen, focus would open the keyboard. Focusing here must not load the index.
if (matchMedia('(hover: hover)').matches) box.focus();
for (const event of ['focus', 'pointerdown', 'keydown']) box.addEventListener(event, warmUp, { once: true });
if (writeState(state) !== '') void show();

/** The state of the address, with any text typed before this script was loaded. */
function openingState(): SearchState {
  const addressed = readState(location.search);
  if (box.value !== '') return { ...addressed, text: box.value };
  box.value = addressed.text;
  return addressed;
}

function listen(): void {
  unfoldIf(matchMedia('(width > 56.25rem)'), fold);
  unfoldIf(beside, required<HTMLDetailsElement>('[data-search-names-fold]'));
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => become({ ...state, text: box.value }, 'replace'), PAUSE);
  });
  required('[data-search-form]').addEventListener('submit', (event) => {
    event.preventDefault();
    become({ ...state, text: box.value }, 'push');
  });
  required('[data-search]').addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-clear]')) become(withoutFilters(state), 'push');
    if (target.closest('[data-again]')) void show();
    const kind = target.closest('[data-kind]')?.getAttribute('data-kind');
    if (typeof kind === 'string') become(toggled(state, 'kind', kind), 'push');
    const text = target.closest('[data-word]')?.getAttribute('data-word');
    if (typeof text === 'string') become({ ...state, text }, 'push');
  });
  listenForArrows(() => become({ ...state, text: '' }, 'replace'));
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

/** Loads the index and shows the filters when the box is first used. */
function warmUp(): void {
  if (!index) void show();
}

async function show(): Promise<void> {
  const number = ++latest;
  const isCurrent = () => number === latest;
  const parsed = queryOf(state);
  const name = formatQuery(parsed.query);
  document.title = `${name === '' ? 'Search' : name} · Chronicle`;
  const patience = setTimeout(() => {
    if (isCurrent()) answer.say(required('[data-search]').dataset.search ?? '');
  }, PATIENCE);
  try {
    index ??= openIndex();
    answer.place(parsed.query);
    const { newest, whole } = await index;
    const shown = { state, parsed, isCurrent };
    const preview = setTimeout(async () => {
      const isEarly = () => isCurrent() && !isWhole;
      if (!isEarly()) return;
      // What fails here also fails for all periods, and is said there.
      const early = await newest.find(parsed.query).catch(() => undefined);
      if (early) await answer.preview(newest, early, { ...shown, isCurrent: isEarly }).catch(() => {});
    }, LONG);
    const findings = await whole.find(parsed.query).finally(() => clearTimeout(preview));
    isWhole = true;
    if (answer.isEmpty) await answer.preview(whole, findings, shown);
    // They load while the other results are drawn.
    loading ??= loadNames().catch(() => null);
    await answer.show(whole, findings, shown);
    clearTimeout(patience);
    answer.complete(findings, await openedNames(), shown);
  } catch (error) {
    if (isCurrent()) fail(error);
  } finally {
    clearTimeout(patience);
  }
}

/** The names, made ready after the first results are drawn. Without names, there are still records. */
function openedNames(): Promise<SearchNames | null> {
  names ??= openNames(loading);
  return names;
}

async function openNames(loading: Promise<LoadedNames | null> | undefined): Promise<SearchNames | null> {
  const [loaded] = await Promise.all([loading, nextFrame()]);
  return loaded ? new SearchNames(loaded) : null;
}

/** Waits until what was drawn is shown. A page in the background shows nothing. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

function fail(error: unknown): void {
  index = undefined;
  isWhole = false;
  answer.fail(error instanceof SearchRefusal ? error : new SearchRefusal('failed', 'The search index cannot be read.'));
}

/** Keeps a part open where there is place beside the results. */
function unfoldIf(wide: MediaQueryList, part: HTMLDetailsElement): void {
  const unfold = () => {
    part.open = wide.matches;
  };
  unfold();
  wide.addEventListener('change', unfold);
}

/**
 * Arrow keys move from the box through the hits and back, Enter opens a hit because it is a link, and Escape returns to
 * the box, then clears it, then leaves it.
 */
function listenForArrows(clear: () => void): void {
  box.addEventListener('keydown', (event) => {
    if (isModified(event)) return;
    const hit = event.key === 'ArrowDown' ? hitsInOrder()[0] : undefined;
    if (hit) moveTo(hit, event);
    if (event.key === 'Escape') {
      event.preventDefault();
      if (box.value === '') box.blur();
      else {
        box.value = '';
        clear();
      }
    }
  });
  required('[data-search-body]').addEventListener('keydown', (event) => {
    const hits = hitsInOrder();
    const at = hits.indexOf(document.activeElement as HTMLElement);
    if (isModified(event) || at === -1) return;
    if (event.key === 'Escape') moveTo(box, event);
    if (event.key === 'ArrowDown') moveTo(hits[at + 1], event);
    if (event.key === 'ArrowUp') moveTo(hits[at - 1] ?? box, event);
  });
}

/** The links to what was found, in the order in which they are seen. */
function hitsInOrder(): HTMLElement[] {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((link) => link.checkVisibility());
  const [records, names] = [seen('a.hit'), seen('a.name-hit')];
  return beside.matches ? [...records, ...names] : [...names, ...records];
}

function moveTo(target: HTMLElement | undefined, event: Event): void {
  event.preventDefault();
  target?.focus();
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey || isComposing;
}
