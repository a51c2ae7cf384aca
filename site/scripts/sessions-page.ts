/**
 * The filters of the sessions page. The form updates the address, and the address fills the form. What matches is found in
 * `/sessions/table.json`, which has all sessions, and listed in place of the months.
 */
import { type FilteredFacts, matching, type SessionFilter } from '#src/archive/session-filter.ts';
import type { SessionRow } from '#src/archive/session-facets.ts';
import { grouped } from '#src/lib/grouped.ts';
import { element, required } from './elements.ts';

/** The most sessions to list, and branches or tasks to suggest. */
const MOST = 300;

interface Listed extends FilteredFacts {
  address: string;
  title: string;
}

const form = required<HTMLFormElement>('[data-session-filter]');
const status = required('[data-filter-status]');
const clear = required('[data-filter-clear]');
const idle = status.textContent;
let loading: Promise<Listed[]> | undefined;

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', change);
clear.addEventListener('click', () => {
  history.pushState(null, '', location.pathname);
  follow();
  form.querySelector('select')?.focus();
});
addEventListener('popstate', follow);
const suggestEarly = () => void load().catch(() => undefined);
// Its first focus loads this script.
if (form.contains(document.activeElement)) suggestEarly();
else form.addEventListener('focusin', suggestEarly, { once: true });
// A filter may have been chosen before this script was loaded.
if (location.search === '' && searchOf(filterOf()).size > 0) change();
else follow();

function change(): void {
  const search = searchOf(filterOf());
  history.replaceState(null, '', search.size === 0 ? location.pathname : `?${search}`);
  void update();
}

/** Fills the form from the address. Unknown values, such as a deleted project, are ignored. */
function follow(): void {
  const search = new URLSearchParams(location.search);
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    field.value = search.get(field.name) ?? '';
    // Without this, a select with an unknown value would be blank.
    if (field.value === '') field.value = '';
  }
  void update();
}

async function update(): Promise<void> {
  const search = String(searchOf(filterOf()));
  clear.hidden = search === '';
  try {
    const all = search === '' ? [] : await load();
    // The filters may have changed meanwhile; another call shows them.
    if (String(searchOf(filterOf())) !== search) return;
    const hits = search === '' ? null : matching(all, filterOf());
    required('[data-session-months]').hidden = hits !== null;
    required('[data-found-sessions]').replaceChildren(...(hits ?? []).slice(0, MOST).map(itemOf));
    status.textContent = hits ? inWords(hits.length, all.length) : idle;
  } catch {
    loading = undefined;
    status.textContent = 'The list of sessions could not be loaded.';
  }
}

/** All sessions. Their branches and tasks become suggestions. */
function load(): Promise<Listed[]> {
  loading ??= fetch('/sessions/table.json')
    .then((response) => response.json())
    .then((table: SessionRow[]) => {
      const rows = table.map(([address, title, date, project, branch, task, tags, system, machine]) => {
        return { address, title, date, project, branch, task, tags, system, machine };
      });
      for (const fact of ['branch', 'task'] as const) {
        const values = [...new Set(rows.map((row) => row[fact]))].slice(0, MOST);
        required(`#${fact}-known`).replaceChildren(...values.map((value) => element('option', { value })));
      }
      return rows;
    });
  return loading;
}

/** The values of the form, whose fields have the names of the filter. */
function filterOf(): SessionFilter {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
}

function searchOf(filter: SessionFilter): URLSearchParams {
  return new URLSearchParams(filter);
}

function itemOf({ address, title, date, project, task }: Listed): HTMLElement {
  const option = form.querySelector(`select[name="project"] option[value="${CSS.escape(project)}"]`);
  const facts = [date, option?.textContent ?? project, task].map((fact) => element('span', {}, fact));
  const link = element('a', { class: 'session-title bare', href: address, dir: 'auto' }, title);
  return element('li', {}, link, element('p', { class: 'meta' }, ...facts));
}

function inWords(hits: number, all: number): string {
  const words = `${grouped(hits)} of ${grouped(all)} sessions`;
  return hits > MOST ? `${words}; showing the newest ${MOST}` : words;
}
