import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { Archive } from '#src/node/archive/archive.ts';
import { openDisplayedArchive } from '#src/node/archive/displayed-archive.ts';
import { readConfig } from '#src/node/config.ts';
import { siteDirectory } from '#src/node/package-root.ts';
import { realWorld } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import { ownPlace, samplePlace } from './archive-place.ts';
import { currentSnapshot, provideArchive, providedArchive } from './current-archive.ts';
import type { DecisionContext } from './decide-proposals.ts';
import { DecisionLog } from './decision-log.ts';
import { devMiddlewares, editPlugin } from './dev-middlewares.ts';
import { guardServer } from './guarded-server.ts';
import { inboxService } from './inbox-service.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { setUpPages } from './pages-integration.ts';
import { postService } from './post-service.ts';
import { siteOffer } from './site-offer.ts';
import type { TokenGate } from './token-gate.ts';

/** Pages of the dev server only: drafts with their findings, and lines of transcripts, which no build may contain. */
const DEV_PAGES = {
  '/drafts': 'drafts/index.astro',
  '/drafts/[slug]': 'drafts/[slug].astro',
  '/drafts/[slug]/[target].md': 'drafts/[slug]/[target].md.ts',
  '/drafts/[slug]/[figure].svg': 'drafts/[slug]/[figure].svg.ts',
  '/inbox/transcript/[project]/[session]/[event].json': 'inbox/[event].json.ts',
};

/** How the dev server was started. */
export interface ServerOptions {
  /** Only the browser of this gate gets answers. */
  gate?: TokenGate | undefined;
  /** Prints a sentence in the terminal of the person who started the server; without, pages cannot change memory. */
  tell?: ((sentence: string) => void) | undefined;
}

/**
 * The Astro integration. In dev, pages are rendered on request, reload when the archive changes, can edit drafts and
 * series, and decide what the inbox shows; drafts have pages too.
 */
export function chronicleIntegration(layout: Layout, { gate, tell }: ServerOptions = {}): AstroIntegration {
  let isDev = false;
  const context: DecisionContext = {
    world: realWorld(),
    decisions: new DecisionLog(),
    codes: tell ? new OneTimeCodes(tell) : null,
  };
  let stop = () => {};
  let routes: RegExp[] = [];
  return {
    name: 'session-chronicle',
    hooks: {
      'astro:config:setup': async (options) => {
        const { command, injectRoute, updateConfig } = options;
        isDev = command === 'dev';
        await setUpPages(options);
        if (!isDev) return;
        for (const [pattern, file] of Object.entries(DEV_PAGES))
          injectRoute({ pattern, entrypoint: join(siteDirectory(), 'dev-pages', file), prerender: false });
        updateConfig({ vite: { plugins: [editPlugin(layout, context)] } });
      },
      'astro:route:setup': ({ route }) => {
        if (isDev) route.prerender = false;
      },
      'astro:routes:resolved': ({ routes: resolved }) => {
        routes = resolved.filter(({ origin }) => origin !== 'internal').map(({ patternRegex }) => patternRegex);
      },
      'astro:build:start': () => void provideForPages(layout, context, isDev),
      'astro:server:setup': ({ server }) => {
        const offer = siteOffer(() => routes);
        if (server.httpServer) guardServer(server.httpServer, offer, gate);
        stop();
        const archive = provideForPages(layout, context, isDev);
        stop = archive.subscribe(() => server.environments.client.hot.send({ type: 'full-reload' }));
        for (const middleware of devMiddlewares(archive, layout.cache)) server.middlewares.use(middleware);
        // Vite watches only its root and the files it has loaded, not new pages.
        server.watcher.add(siteDirectory());
      },
      'astro:server:done': () => stop(),
    },
  };
}

/**
 * Prepares the archive and its posts for pages. If Astro was started without a command of ours, the archive is opened as
 * in `chronicle dev`.
 */
function provideForPages(layout: Layout, context: DecisionContext, isDev: boolean): Archive {
  const archive = providedArchive() ?? openOwn(layout);
  const posts = postService(currentSnapshot, { isDev, world: context.world });
  provideArchive(archive, { posts, inbox: isDev ? inboxService(context) : null });
  return archive;
}

function openOwn(layout: Layout): Archive {
  const own = ownPlace(layout, readConfig(layout).config);
  return openDisplayedArchive({ own, sample: samplePlace(), watch: true });
}
