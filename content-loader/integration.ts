import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { packageRoot } from '#src/node/package-root.ts';
import { realWorld } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import { currentArchive, currentSnapshot } from './current-archive.ts';
import { provideDesk } from './current-drafts.ts';
import { watchDesk } from './desk-watch.ts';
import { devMiddlewares } from './dev-middlewares.ts';
import { devPages } from './dev-pages.ts';
import { openDesk } from './draft-desk.ts';
import { draftPlace } from './draft-place.ts';
import { editPlugin } from './edit-plugin.ts';
import { siteDirectory } from './site-directory.ts';

/**
 * What Astro has to know beside its configuration. In dev, pages are rendered when they are asked
 * for, not listed first; open pages reload when the archive, a draft or a series changes, and may
 * change drafts and series; and there are pages that no build has.
 */
export function chronicleIntegration(layout: Layout): AstroIntegration {
  let isDev = false;
  let stop = () => {};
  return {
    name: 'session-chronicle',
    hooks: {
      'astro:config:setup': ({ command, injectScript, injectRoute, updateConfig }) => {
        isDev = command === 'dev';
        const desk = openDesk(currentSnapshot, { isDev, world: realWorld() });
        provideDesk(desk);
        // A <script> in an .astro file is not found when Astro's root and the pages share no directory.
        injectScript('page', `import ${JSON.stringify(pageScript())};`);
        if (!isDev) return;
        for (const page of devPages()) injectRoute({ ...page, prerender: false });
        updateConfig({ vite: { plugins: [editPlugin({ desk, layout, snapshot: currentSnapshot })] } });
      },
      'astro:route:setup': ({ route }) => {
        if (isDev) route.prerender = false;
      },
      // Pages are built from a copy of these modules that lies elsewhere and could not find the sample.
      'astro:build:start': () => void currentArchive(),
      'astro:server:setup': ({ server }) => {
        stop();
        stop = followChanges(() => server.environments.client.hot.send({ type: 'full-reload' }));
        for (const middleware of devMiddlewares(currentArchive(), layout.cache)) server.middlewares.use(middleware);
        // Vite watches its root and the files it has loaded; pages may be added beside them.
        server.watcher.add(siteDirectory());
      },
      'astro:server:done': () => stop(),
    },
  };
}

/** Calls `reload` after each change of the archive, and of the drafts and series of the one that is shown. */
function followChanges(reload: () => void): () => void {
  const archive = currentArchive();
  const world = realWorld();
  let { origin } = archive.snapshot;
  let unwatch = watchDesk(draftPlace(archive.snapshot, world).layout, reload);
  const unsubscribe = archive.subscribe((snapshot) => {
    if (snapshot.origin !== origin) {
      origin = snapshot.origin;
      unwatch();
      unwatch = watchDesk(draftPlace(snapshot, world).layout, reload);
    }
    reload();
  });
  return () => {
    unsubscribe();
    unwatch();
  };
}

/** What every page does with a script; module specifiers have forward slashes everywhere. */
function pageScript(): string {
  return join(packageRoot(), 'site/scripts/site.ts').replaceAll('\\', '/');
}
