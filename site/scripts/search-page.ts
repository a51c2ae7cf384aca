import { formatQuery } from '#src/index/query.ts';
import { queryOf, readState, type SearchState, toggled, withoutFilters, writeState } from '../model/search-state.ts';
import { required } from './elements.ts';
import { Answer } from './search-answer.ts';
import { openEngine, type SearchEngine } from './search-engine.ts';
import { Facets } from './search-facets.ts';
import { SearchRefusal } from './search-refusal.ts';

/**
 * The search page. The words and filters go into the address, and the address decides what is shown. The index is
 * loaded when the box is used or the address contains a search.
 */

/** Milliseconds without typing before a search starts. */
const PAUSE = 120;
/** Milliseconds before a wait is explained. */
const PATIENCE = 250;

const box = required<HTMLInputElement>('[data-search-box]');
const fold = required<HTMLDetailsElement>('[data-search-fold]');
const answer = new Answer(new Facets(fold, (facet, value) => become(toggled(state, facet, value), 'push')));

let state = openingState();
let engine: Promise<SearchEngine> | undefined;
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
  if (!engine) void show();
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
    engine ??= openEngine();
    answer.place(parsed.query);
    const opened = await engine;
    const findings = await opened.find(parsed.query);
    answer.show(findings, opened.values, { state, parsed, isCurrent });
  } catch (error) {
    if (isCurrent()) fail(error);
  } finally {
    clearTimeout(patience);
  }
}

function fail(error: unknown): void {
  engine = undefined;
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

/** The links to what was found. */
function hitsInOrder(): HTMLElement[] {
  return [...answer.results.querySelectorAll<HTMLElement>('a.hit')];
}

function moveTo(target: HTMLElement | undefined, event: Event): void {
  event.preventDefault();
  target?.focus();
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey || isComposing;
}
