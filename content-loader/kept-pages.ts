import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Calls `keep` with the path of each page of a build, including pages reused from the last build. */
export function keptPages(keep: (path: string) => void): AstroIntegration {
  return {
    name: 'session-chronicle:kept-pages',
    hooks: {
      'astro:build:done': ({ assets, dir }) => {
        const root = fileURLToPath(dir);
        for (const page of [...assets.values()].flat()) keep(relative(root, fileURLToPath(page)).replaceAll(sep, '/'));
      },
    },
  };
}
