import type { AstroUserConfig } from 'astro';

/** A plugin of the Vite that Astro brings. */
export type VitePlugin = Extract<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  { name: string }
>;

/**
 * Lets Astro find the styles and scripts of components when its root and the package share no
 * directory but `/`, such as /root/.claude and /opt/session-chronicle. Astro 7.3 then takes a
 * component's absolute path for one below its root (`normalizeFilename` in its
 * vite-plugin-utils); the prefix `/@fs` tells it better.
 */
export function outsideRoot(): VitePlugin {
  return {
    name: 'session-chronicle:outside-root',
    configResolved({ root, plugins }) {
      const load = plugins.find(({ name }) => name === 'astro:build')?.load;
      if (typeof load !== 'object') return;
      const { handler } = load;
      load.handler = function (id, options) {
        return handler.call(this, isElsewhere(id, root) ? `/@fs${id}` : id, options);
      };
    },
  };
}

function isElsewhere(id: string, root: string): boolean {
  return /^\/[^@]/.test(id) && id.split('/')[1] !== root.split('/')[1];
}

/**
 * The pages' scripts import nothing but our own code, so Vite has no packages to bundle for the
 * browser. Left alone it would look for some, and bundle those of Astro's toolbar, which is off:
 * 0.5 s of CPU and 100 MiB before the first page.
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
