import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isWithin, realPath } from '#src/lib/read-file.ts';
import { packageRoot, siteDirectory } from '#src/lib/package-root.ts';
import type { Offer } from './admission.ts';

/**
 * What the dev server offers: the pages of these routes, the public files, and the package's scripts, styles and fonts, with the
 * one package that its scripts import.
 */
export function siteOffer(routes: () => readonly RegExp[]): Offer {
  const files = new Set(readdirSync(join(siteDirectory(), 'public')).map((name) => `/${name}`));
  const fonts = FONTS.map((name) => realPath(packageFile(`${name}/files`)) ?? '').filter((path) => path !== '');
  const stemmer = realPath(createRequire(join(packageRoot(), 'package.json')).resolve('stemmer'));
  const roots = [siteDirectory(), join(packageRoot(), 'src'), viteClient()].map((root) => realPath(root) ?? root);
  return {
    isPage: (path) => routes().some((route) => route.test(path)),
    isPublicFile: (path) => files.has(path),
    isModule(file) {
      // On Windows, Vite writes /@fs/C:/…
      const real = realPath(file.replace(/^\/(?=[A-Za-z]:)/, ''));
      if (real === null) return false;
      if (real === stemmer) return true;
      if (real.endsWith('.woff2')) return fonts.some((folder) => isWithin(real, folder));
      return /\.(?:ts|mjs|css)$/.test(real) && roots.some((root) => isWithin(real, root));
    },
  };
}

const FONTS = ['@fontsource-variable/inter', '@fontsource-variable/source-serif-4'];

/** A file or folder of an installed package. */
function packageFile(path: string): string {
  const [scope, name, ...rest] = path.split('/');
  const manifest = createRequire(join(packageRoot(), 'package.json')).resolve(`${scope}/${name}/package.json`);
  return join(dirname(manifest), ...rest);
}

/** The directory of the scripts with which Vite updates pages. */
function viteClient(): string {
  const fromAstro = createRequire(createRequire(join(packageRoot(), 'package.json')).resolve('astro/package.json'));
  return join(dirname(fromAstro.resolve('vite/package.json')), 'dist/client');
}
