import type { AstroIntegration } from 'astro';
import type { Archive } from '#src/archive/archive.ts';
import { openDisplayedArchive } from '#src/archive/archive.ts';
import { checkoutRules } from '#src/lib/checkout-rules.ts';
import { readConfig } from '#src/lib/config.ts';
import { siteDirectory } from '#src/lib/package-root.ts';
import { realWorld } from '#src/lib/world.ts';
import type { Layout } from '#src/lib/paths.ts';
import { ownPlace, samplePlace } from './archive-place.ts';
import { currentSnapshot, provideArchive, providedArchive } from './current-archive.ts';
import { devMiddlewares, editPlugin } from './dev-middlewares.ts';
import { guardServer } from './guarded-server.ts';
import { addServedPages, setUpPages } from './pages-integration.ts';
import { postService } from './post-service.ts';
import { decisionContext, provideServed } from './served-archive.ts';
import { siteOffer } from './site-offer.ts';
import type { TokenGate } from './token-gate.ts';

/**
 * The Astro integration, for Astro's dev server and its own tools. In dev, pages are rendered on request, reload when the
 * archive changes, can edit drafts and series, and decide findings; drafts have pages too.
 *
 * With a gate, only its browser gets answers.
 */
export function chronicleIntegration(layout: Layout, gate?: TokenGate): AstroIntegration {
  let isDev = false;
  const context = decisionContext();
  let stop = () => {};
  let routes: RegExp[] = [];
  return {
    name: 'session-chronicle',
    hooks: {
      'astro:config:setup': async (options) => {
        isDev = options.command === 'dev';
        await setUpPages(options);
        if (!isDev) return;
        addServedPages(options);
        options.updateConfig({ vite: { plugins: [editPlugin(layout, context)] } });
      },
      'astro:route:setup': ({ route }) => {
        if (isDev) route.prerender = false;
      },
      'astro:routes:resolved': ({ routes: resolved }) => {
        routes = resolved.filter(({ origin }) => origin !== 'internal').map(({ patternRegex }) => patternRegex);
      },
      'astro:build:start': () => {
        const posts = postService(currentSnapshot, { isDev: false, world: context.world });
        provideArchive(providedArchive() ?? openOwn(layout), { posts });
      },
      'astro:server:setup': ({ server }) => {
        const offer = siteOffer(() => routes);
        if (server.httpServer) guardServer(server.httpServer, offer, gate);
        stop();
        const archive = providedArchive() ?? openOwn(layout);
        provideServed(archive, context);
        stop = archive.subscribe(() => server.environments.client.hot.send({ type: 'full-reload' }));
        for (const middleware of devMiddlewares(archive)) server.middlewares.use(middleware);
        // Vite watches only its root and the files it has loaded, not new pages.
        server.watcher.add(siteDirectory());
      },
      'astro:server:done': () => stop(),
    },
  };
}

/** The archive as in `chronicle dev`, if Astro was started without a command of ours. */
function openOwn(layout: Layout): Archive {
  const { config } = readConfig(layout);
  const own = ownPlace(layout, { ...config, rules: checkoutRules(config, realWorld().home) });
  return openDisplayedArchive({ own, sample: samplePlace(), watch: true });
}
