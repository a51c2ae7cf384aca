import type { Draft } from './draft.ts';

/** Whether a draft is made from exactly these sessions, by their ids. */
export function hasSources({ settings: { sources } }: Pick<Draft, 'settings'>, ids: readonly string[]): boolean {
  return keyOf(sources.map(({ session }) => session)) === keyOf(ids);
}

function keyOf(ids: readonly string[]): string {
  return [...new Set(ids)].sort().join('\n');
}
