import type { BookEntry } from './memory-book.ts';

/** Memories as a list over pages: the first of them on the memory page, all on pages of their own where they are more. */
export interface MemoryList {
  front: readonly BookEntry[];
  /** Empty where the memory page shows all. */
  pages: ListPage[];
}

export interface ListPage {
  /** From 1. */
  number: number;
  of: number;
  /** `/memory/all/2/` */
  address: string;
  entries: readonly BookEntry[];
}

/** What stands between other things on a page. */
const ON_FRONT = 20;
const ON_PAGE = 100;

/** The list in the order of the book, what is gone last. */
export function memoryList(entries: readonly BookEntry[]): MemoryList {
  const exists = ({ standing }: BookEntry) => standing.exists;
  const all = [...entries.filter(exists), ...entries.filter((entry) => !exists(entry))];
  if (all.length <= ON_FRONT) return { front: all, pages: [] };
  const of = Math.ceil(all.length / ON_PAGE);
  const pages = Array.from({ length: of }, (_, i) => ({
    number: i + 1,
    of,
    address: i === 0 ? '/memory/all/' : `/memory/all/${i + 1}/`,
    entries: all.slice(i * ON_PAGE, (i + 1) * ON_PAGE),
  }));
  return { front: all.slice(0, ON_FRONT), pages };
}
