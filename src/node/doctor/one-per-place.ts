import { realPath } from './real-path.ts';

/** Those with a path of their own, the first of each: in the home directory, the user's settings are the project's as well. */
export function onePerPlace<T extends { path: string }>(items: readonly T[]): T[] {
  const places = new Map<string, T>();
  for (const item of items) {
    const place = realPath(item.path) ?? item.path;
    if (!places.has(place)) places.set(place, item);
  }
  return [...places.values()];
}
