import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sentence for each packed bundle that differs from a fresh build, is missing, or that no build makes. */
export function bundleFaults(fresh: string, packed: string): string[] {
  const [made, found] = [readdirSync(fresh), readdirSync(packed)];
  const isStale = (name: string) => !readFileSync(join(fresh, name)).equals(readFileSync(join(packed, name)));
  return [
    ...made.flatMap((name) => {
      if (!found.includes(name)) return [`hooks/dist/${name} is missing. Run npm run bundle first.`];
      return isStale(name) ? [`hooks/dist/${name} is not up to date. Run npm run bundle first.`] : [];
    }),
    ...found
      .filter((name) => !made.includes(name))
      .map((name) => `hooks/dist/${name} is packed, but npm run bundle does not make it. Delete it.`),
  ];
}
