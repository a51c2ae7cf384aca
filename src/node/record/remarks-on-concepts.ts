import type { Observed } from '#src/notebook/observed.ts';
import { conceptRemarks } from '#src/notebook/offered-concepts.ts';
import type { Layout } from '#src/project/paths.ts';
import { readBook } from '../session/read-book.ts';

export { mergeSession, smallBook } from '../session/book-file.ts';

/** What to say of the concepts of each observation, by those in use in the project's book; null for nothing. */
export function remarksOnConcepts(
  layout: Pick<Layout, 'books'>,
  root: string,
  observations: readonly Observed[],
): (string | null)[] {
  const book = readBook(layout, root);
  return book === null ? observations.map(() => null) : conceptRemarks(book, observations);
}
