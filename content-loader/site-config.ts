import { join } from 'node:path';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { packageRoot, siteDirectory } from '#src/lib/package-root.ts';
import type { Paths } from '#src/lib/paths.ts';

/**
 * Astro's configuration, for our commands and Astro's own tools. Pages are read from the package. The site and caches are
 * written to the state directory, because they contain private text and a clone may be published.
 */
export function siteConfig(paths: Paths, integration: AstroIntegration): AstroUserConfig {
  const root = packageRoot();
  const viteCache = `${paths.cache}/vite`;
  return {
    srcDir: siteDirectory(),
    publicDir: join(siteDirectory(), 'public'),
    outDir: paths.site,
    cacheDir: `${paths.cache}/astro`,
    trailingSlash: 'always',
    integrations: [integration],
    // Highlighted code has inline styles, which the pages' policy forbids.
    markdown: { syntaxHighlight: false },
    build: { format: 'directory', inlineStylesheets: 'never' },
    devToolbar: { enabled: false },
    server: { host: '127.0.0.1' },
    vite: {
      plugins: [ownScripts(), plainImports(), oneScript()],
      cacheDir: viteCache,
      build: { assetsInlineLimit: 0 },
      server: {
        // Otherwise any web page in the owner's browser could read the chronicles.
        cors: false,
        fs: { strict: true, allow: [siteDirectory(), join(root, 'src'), join(root, 'node_modules'), viteCache] },
      },
    },
  };
}

/** A plugin of Astro's Vite. */
export type VitePlugin = Extract<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  { name: string }
>;

/**
 * Turns off Vite's search for packages to bundle for the browser: the pages' scripts import only our own code and one
 * package that needs none. Otherwise Vite would bundle those of Astro's toolbar, which is off: 0.5 s of CPU and 100 MiB before
 * the first page.
 */
function ownScripts(): VitePlugin {
  return {
    name: 'session-chronicle:own-scripts',
    enforce: 'post',
    configEnvironment(name, { optimizeDeps }) {
      if (name === 'client' && optimizeDeps)
        Object.assign(optimizeDeps, { noDiscovery: true, include: [], entries: [] });
    },
  };
}

/** The script of every page and what it imports at once. */
const OF_EVERY_PAGE =
  /\/site\/(?:pages|scripts\/(?:site|copy|filters|follow-archive|key-table|keys|theme))\.ts$|preload-helper/;

/**
 * Keeps the script of every page in one file. Scripts of single pages import parts of it, so that each part would become a
 * file of its own: seven requests in place of two, and a quarter more bytes.
 */
function oneScript(): VitePlugin {
  return {
    name: 'session-chronicle:one-script',
    configEnvironment(name) {
      if (name !== 'client') return undefined;
      return {
        build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', test: OF_EVERY_PAGE }] } } } },
      };
    },
  };
}

/** The id of Vite's module that wraps every `import()` of a built script. */
const PRELOADER = '\0vite/preload-helper.js';

/**
 * Leaves `import()` in the pages' scripts alone. Vite's preloader would be a third of the script of every page, and the
 * imported modules have no styles to preload.
 */
function plainImports(): VitePlugin {
  return {
    name: 'session-chronicle:plain-imports',
    enforce: 'pre',
    load(id) {
      return id === PRELOADER ? 'export const __vitePreload = (load) => load();' : undefined;
    },
  };
}
