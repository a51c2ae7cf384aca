import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AstroUserConfig } from 'astro';
import { packageRoot, siteDirectory } from '#src/node/package-root.ts';
import type { Layout } from '#src/project/paths.ts';
import { chronicleIntegration } from './integration.ts';
import { refusals } from './refusals.ts';
import { outsideRoot, ownScripts, plainImports } from './vite-plugins.ts';

/** Sent with everything the dev server serves; pages carry their content security policy themselves. */
const DEV_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Astro's configuration, for the commands and for Astro's own tools alike. Pages are read from the
 * package; what is written (the site, caches) goes to the state directory, because it holds
 * private text and a clone may be published.
 */
export function siteConfig(layout: Layout): AstroUserConfig {
  const root = packageRoot();
  const viteCache = `${layout.cache}/vite`;
  return {
    srcDir: siteDirectory(),
    publicDir: join(siteDirectory(), 'public'),
    outDir: layout.site,
    cacheDir: `${layout.cache}/astro`,
    trailingSlash: 'always',
    integrations: [chronicleIntegration(layout)],
    build: { format: 'directory', inlineStylesheets: 'never', concurrency: 16 },
    devToolbar: { enabled: false },
    experimental: { incrementalBuild: true },
    server: { host: '127.0.0.1', headers: DEV_HEADERS },
    vite: {
      plugins: [outsideRoot(), ownScripts(), plainImports(), refusals()],
      cacheDir: viteCache,
      // The commands look after the directory: Astro would empty whatever it is given.
      build: { assetsInlineLimit: 0, emptyOutDir: false },
      server: {
        // Any other web page on this machine could read the chronicles otherwise.
        cors: false,
        fs: { strict: true, allow: [siteDirectory(), join(root, 'src'), modulesDirectory(), viteCache] },
      },
    },
  };
}

/** The directory that holds Astro and with it the package's other modules. */
export function modulesDirectory(): string {
  return dirname(dirname(createRequire(join(packageRoot(), 'package.json')).resolve('astro/package.json')));
}
