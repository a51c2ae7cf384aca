import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Tells `keep` each page of a build, as a path in the site: also those that Astro left as they were in the build before. */
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
