import type { Attention } from '../chronicle/session.ts';

/** How many files could not be read at all, so that nothing of them is shown, by their problems. */
export function unreadFiles(attention: readonly Attention[]): number {
  const leftOut = attention.filter(({ problem }) => problem.effect === 'left-out');
  return new Set(leftOut.map(({ path }) => path)).size;
}
