import { type Commands, lazy } from './entry.ts';

/** The commands that look something up in the archive: `src/cli/find.ts` runs them from a bundle of their own. */
export const FINDING = {
  list: lazy('list sessions, newest first', () => import('./archive/list.ts')),
  show: lazy('print one session', () => import('./archive/show.ts')),
  search: lazy('search the archive', () => import('./search/search.ts')),
  recall: lazy('ask the archive: sessions, words, whole records', () => import('./recall/recall.ts')),
} satisfies Record<string, ReturnType<Commands['get']>>;
