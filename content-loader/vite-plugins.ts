import type { AstroUserConfig } from 'astro';

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
export function ownScripts(): VitePlugin {
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
  /\/site\/scripts\/(?:site|copy|filters|follow-archive|key-table|keys|palette-chord|single-keys|theme)\.ts$|preload-helper/;

/**
 * Keeps the script of every page in one file. Scripts of single pages import parts of it, so that each part would become a
 * file of its own: seven requests in place of two, and a quarter more bytes.
 */
export function oneScript(): VitePlugin {
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

/** The script of the search page, and each module that it imports, as a module of its own. */
const SEARCH = /\/SearchScript\.astro\?astro&type=script|\?search$/;

/**
 * Keeps the script of the search page in one file. It shares modules with the palette and the timeline, so that it would be 14
 * files, of which the browser finds some only after others have come. What it shares is small and keeps no state.
 */
export function searchScript(): VitePlugin {
  return {
    name: 'session-chronicle:search-script',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (!importer || !SEARCH.test(importer) || id.startsWith('\0')) return undefined;
      const found = await this.resolve(id, importer.replace(/\?search$/, ''), { ...options, skipSelf: true });
      return found && !found.external && /^\/.*\.[jt]s$/.test(found.id)
        ? { ...found, id: `${found.id}?search` }
        : found;
    },
  };
}

/** The id of Vite's module that wraps every `import()` of a built script. */
const PRELOADER = '\0vite/preload-helper.js';

/**
 * Leaves `import()` in the pages' scripts alone. Vite's preloader would be a third of the script of every page, and the
 * imported modules have no styles to preload.
 */
export function plainImports(): VitePlugin {
  return {
    name: 'session-chronicle:plain-imports',
    enforce: 'pre',
    load(id) {
      return id === PRELOADER ? 'export const __vitePreload = (load) => load();' : undefined;
    },
  };
}
