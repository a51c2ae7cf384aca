import type { Row, RowGroup } from './timeline-rows.ts';

/** The row of a mark: the n-th of its kind in a run, as the file has them, with found events last. */
export function markRow({ rows }: RowGroup, kind: string, place: number): Row | undefined {
  const own = rows.filter((row) => row.kind === kind).reverse();
  const isOpen = ({ mark }: Row) => mark === 'found';
  return [...own.filter((row) => !isOpen(row)), ...own.filter(isOpen)][place];
}
