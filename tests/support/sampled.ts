/** For tests tagged `sample`: `npm test` makes a part of an attack, `npm run test:long` all of it (vitest.config.ts). */

export const IS_WHOLE = 'LONG' in process.env;

/** All items, or a few of them, with the first and evenly spread. */
function sampled<Item>(items: readonly Item[], few: number): Item[] {
  if (IS_WHOLE || items.length <= few) return [...items];
  return Array.from({ length: few }, (_, n) => items[Math.floor((n * items.length) / few)] as Item);
}

/** The numbers from 0 to below `count`, or a few of them: the writes at which a process is killed. */
export function sampledUpTo(count: number, few: number): number[] {
  return sampled([...Array(count).keys()], few);
}
