import type { FilteredFacts } from '#src/archive/session-filter.ts';
import type { SessionSource } from './sessions-in-table.ts';

interface Row extends FilteredFacts {
  item: HTMLElement;
}

/** Sessions that are all on the page: what does not fit is hidden, and headings say how many of theirs are left. */
export function sessionsOnPage(months: HTMLElement): SessionSource<Row> {
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
