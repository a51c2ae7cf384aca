import type { FilteredFacts } from '#src/archive/session-filter.ts';
import type { SessionRow } from '#src/archive/session-table.ts';
import { element } from './elements.ts';

/** Loads sessions and shows those that match; `null` shows the page without filters. */
export interface SessionSource<Row extends FilteredFacts> {
  rows(): Promise<Row[]>;
  show(hits: Row[] | null): void;
  /** The most sessions to show. */
  limit: number;
}

interface Row extends FilteredFacts {
  item: () => HTMLElement;
}

/** The same limit as on pages that are built in advance. */
const LIMIT = 300;

/** For a page with only some of the sessions: loads all of them as a table, and lists matches in place of the months. */
export function sessionsInTable(months: HTMLElement, list: HTMLElement): SessionSource<Row> {
  return {
    async rows() {
      const response = await fetch('table.json');
      const table: SessionRow[] = await response.json();
      return table.map(([address, title, date, project, branch, task, tags, system, machine]) => {
        return {
          date,
          project,
          branch,
          task,
          tags,
          system,
          machine,
          item: () => itemOf(address, title, [date, nameOf(project), task]),
        };
      });
    },
    show(hits) {
      months.hidden = hits !== null;
      list.replaceChildren(...(hits ?? []).slice(0, LIMIT).map(({ item }) => item()));
    },
    limit: LIMIT,
  };
}

/** The name of a project, as the filter has it. */
function nameOf(project: string): string {
  return (
    document.querySelector(`select[name="project"] option[value="${CSS.escape(project)}"]`)?.textContent ?? project
  );
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

/** For a page with all sessions: hides those that do not match, and updates the counts in headings. */
export function sessionsOnPage(months: HTMLElement): SessionSource<ListedRow> {
  const rows = [...months.querySelectorAll<HTMLElement>('li[data-date]')].map((item) => {
    const fact = (name: keyof FilteredFacts) => decodeURIComponent(item.dataset[name] ?? '');
    return {
      project: fact('project'),
      branch: fact('branch'),
      task: fact('task'),
      date: fact('date'),
      tags: fact('tags'),
      system: fact('system'),
      machine: fact('machine'),
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
