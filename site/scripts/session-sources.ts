import type { FilteredFacts } from '#src/archive/session-filter.ts';
import type { SessionRow } from '#src/archive/session-table.ts';
import { element } from './elements.ts';

/** Where sessions come from, and how those that fit are shown; null shows what the page is without filters. */
export interface SessionSource<Row extends FilteredFacts> {
  rows(): Promise<Row[]>;
  show(hits: Row[] | null): void;
  /** How many are shown at most. */
  limit: number;
}

interface Row extends FilteredFacts {
  item: () => HTMLElement;
}

/** As many as pages list that are made beforehand. */
const LIMIT = 300;

/** Sessions that are not all on the page: they are loaded as a table, and those that fit stand in a list instead of the months. */
export function sessionsInTable(months: HTMLElement, list: HTMLElement): SessionSource<Row> {
  return {
    async rows() {
      const response = await fetch('table.json');
      const table: SessionRow[] = await response.json();
      return table.map(([address, title, date, project, branch, task, tags]) => {
        return { date, project, branch, task, tags, item: () => itemOf(address, title, [date, project, task]) };
      });
    },
    show(hits) {
      months.hidden = hits !== null;
      list.replaceChildren(...(hits ?? []).slice(0, LIMIT).map(({ item }) => item()));
    },
    limit: LIMIT,
  };
}

function itemOf(href: string, title: string, facts: string[]): HTMLElement {
  return element(
    'li',
    {},
    element('a', { class: 'session-title', href, dir: 'auto' }, title),
    element('p', { class: 'meta' }, ...facts.map((fact) => element('span', {}, fact))),
  );
}

interface ListedRow extends FilteredFacts {
  item: HTMLElement;
}

/** Sessions that are all on the page: what does not fit is hidden, and headings say how many of theirs are left. */
export function sessionsOnPage(months: HTMLElement): SessionSource<ListedRow> {
  const rows = [...months.querySelectorAll<HTMLElement>('li[data-date]')].map((item) => {
    const fact = (name: keyof FilteredFacts) => decodeURIComponent(item.dataset[name] ?? '');
    return {
      project: fact('project'),
      branch: fact('branch'),
      task: fact('task'),
      date: fact('date'),
      tags: fact('tags'),
      item,
    };
  });
  const parts = [...months.querySelectorAll<HTMLElement>('section, details')].map((part) => {
    const count = part.querySelector('header .quiet, :scope > summary');
    return { part, items: [...part.querySelectorAll<HTMLElement>('li[data-date]')], count, text: count?.textContent };
  });
  return {
    rows: async () => rows,
    show(hits) {
      const shown = new Set(hits?.map(({ item }) => item));
      for (const { item } of rows) item.hidden = hits !== null && !shown.has(item);
      for (const { part, items, count, text } of parts) {
        const left = items.filter((item) => !item.hidden).length;
        part.hidden = left === 0;
        if (count) count.textContent = left === items.length ? (text ?? '') : `${left} of ${text}`;
      }
    },
    limit: rows.length,
  };
}
