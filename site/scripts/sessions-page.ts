/** The filters of the sessions page. The form updates the address, and the address fills the form. */
import { type FilteredFacts, matching, type SessionFilter } from '#src/archive/session-filter.ts';
import { unreadWords } from '#src/lib/text/unread-words.ts';
import { grouped } from '#src/lib/grouped.ts';
import { element, required } from './elements.ts';
import { type SessionSource, sessionsInTable, sessionsOnPage } from './session-sources.ts';

/** The most branches or tasks to suggest. */
const SUGGESTED = 300;

const form = required<HTMLFormElement>('[data-session-filter]');
const months = required('[data-session-months]');
/** What is known of the sessions that could not be read. */
const unread: FilteredFacts[] = JSON.parse(form.dataset.unread ?? '[]');

if (form.hasAttribute('data-partial')) listen(sessionsInTable(months, required('[data-found-sessions]')));
else listen(sessionsOnPage(months));

function listen<Row extends FilteredFacts>({ rows, show, limit }: SessionSource<Row>): void {
  const status = required('[data-filter-status]');
  const clear = required('[data-filter-clear]');
  const idle = status.textContent;
  let loading: Promise<Row[]> | undefined;
  const load = () => {
    loading ??= rows().then(suggest);
    return loading;
  };
  const update = async () => {
    const search = String(searchOf(filterOf()));
    clear.hidden = search === '';
    try {
      const all = search === '' ? [] : await load();
      // The filters may have changed meanwhile; another call shows them.
      if (String(searchOf(filterOf())) !== search) return;
      const filter = filterOf();
      const hits = search === '' ? null : matching(all, filter);
      show(hits);
      status.textContent = hits ? inWords(hits.length, all.length, limit) : idle;
      // A branch or task that is equal to one matches as a whole, so all are compared together.
      const left = hits ? matching([...all, ...unread], filter).length - hits.length : 0;
      if (left > 0) status.append(unreadWords(left), ' (', element('a', { href: '/attention/' }, 'why'), ')');
    } catch {
      loading = undefined;
      status.textContent = 'The list of sessions could not be loaded.';
    }
  };
  const follow = () => {
    fill(new URLSearchParams(location.search));
    void update();
  };
  const change = () => {
    const search = searchOf(filterOf());
    history.replaceState(null, '', search.size === 0 ? location.pathname : `?${search}`);
    void update();
  };

  form.addEventListener('submit', (event) => event.preventDefault());
  const suggestEarly = () => void load().catch(() => undefined);
  // Its first focus loads this script.
  if (form.contains(document.activeElement)) suggestEarly();
  else form.addEventListener('focusin', suggestEarly, { once: true });
  form.addEventListener('input', change);
  clear.addEventListener('click', () => {
    history.pushState(null, '', location.pathname);
    follow();
    form.querySelector('select')?.focus();
  });
  addEventListener('popstate', follow);
  // A filter may have been chosen before this script was loaded.
  if (location.search === '' && searchOf(filterOf()).size > 0) change();
  else follow();
}

/** The values of the form, whose fields have the names of the filter. */
function filterOf(): SessionFilter {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
}

function searchOf(filter: SessionFilter): URLSearchParams {
  return new URLSearchParams(filter);
}

/** Fills the form. Unknown values, such as a deleted project, are ignored. */
function fill(search: URLSearchParams): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    field.value = search.get(field.name) ?? '';
    // Without this, a select with an unknown value would be blank.
    if (field.value === '') field.value = '';
  }
}

function suggest<Row extends FilteredFacts>(rows: Row[]): Row[] {
  for (const fact of ['branch', 'task'] as const) {
    const values = [...new Set(rows.map((row) => row[fact]))].slice(0, SUGGESTED);
    required(`#${fact}-known`).append(...values.map((value) => element('option', { value })));
  }
  return rows;
}

function inWords(hits: number, all: number, limit: number): string {
  const words = `${grouped(hits)} of ${grouped(all)} sessions`;
  return hits > limit ? `${words}; showing the newest ${limit}` : words;
}
