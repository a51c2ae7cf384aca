import type { VitePlugin } from './vite-plugin.ts';

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
