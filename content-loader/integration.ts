import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { packageRoot } from '../src/node/package-root.ts';
import type { Layout } from '../src/project/paths.ts';
import { currentArchive } from './current-archive.ts';
import { devMiddlewares } from './dev-middlewares.ts';
import { siteDirectory } from './site-directory.ts';

/**
 * What Astro has to know beside its configuration. In dev, pages are rendered when they are asked
 * for, not listed first, and open pages reload when the archive changes.
 */
export function chronicleIntegration(layout: Layout): AstroIntegration {
  let isDev = false;
  let unsubscribe = () => {};
  return {
    name: 'session-chronicle',
    hooks: {
      'astro:config:setup': ({ command, injectScript }) => {
        isDev = command === 'dev';
        // A <script> in an .astro file is not found when Astro's root and the pages share no directory.
        injectScript('page', `import ${JSON.stringify(pageScript())};`);
      },
      'astro:route:setup': ({ route }) => {
        if (isDev) route.prerender = false;
      },
      // Pages are built from a copy of these modules that lies elsewhere and could not find the sample.
      'astro:build:start': () => void currentArchive(),
      'astro:server:setup': ({ server }) => {
        const archive = currentArchive();
        unsubscribe();
        unsubscribe = archive.subscribe(() => server.environments.client.hot.send({ type: 'full-reload' }));
        for (const middleware of devMiddlewares(archive, layout.cache)) server.middlewares.use(middleware);
        // Vite watches its root and the files it has loaded; pages may be added beside them.
        server.watcher.add(siteDirectory());
      },
      'astro:server:done': () => unsubscribe(),
    },
  };
}

/** What every page does with a script; module specifiers have forward slashes everywhere. */
function pageScript(): string {
  return join(packageRoot(), 'site/scripts/site.ts').replaceAll('\\', '/');
}
