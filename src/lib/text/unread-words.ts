import { grouped } from '../grouped.ts';

/** After a count of sessions: `, and 1 that could not be read`; empty for none. */
export function unreadWords(count: number): string {
  return count === 0 ? '' : `, and ${grouped(count)} that could not be read`;
}
