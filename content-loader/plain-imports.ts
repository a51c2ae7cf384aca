import type { VitePlugin } from './vite-plugin.ts';

/** What Vite calls the module that goes in front of every `import()` of a built script. */
const PRELOADER = '\0vite/preload-helper.js';

/**
 * Lets `import()` in the pages' scripts be what it is. Vite's preloader would be a third of the script that
 * every page loads, and what is imported has no styles to load ahead.
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
