import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { type Archive, openDisplayedArchive } from '#src/archive/archive.ts';
import { checkoutRules } from '#src/lib/checkout.ts';
import { readConfig } from '#src/lib/config.ts';
import { packageRoot, siteDirectory } from '#src/lib/package-root.ts';
import { realEnv } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import { providedArchive } from './current-archive.ts';
import { devMiddlewares, editPlugin } from './dev-middlewares.ts';
import { guardServer } from './guarded-server.ts';
import { ownPlace, provideServed, samplePlace } from './served-archive.ts';
import { siteOffer } from './site-offer.ts';
import type { TokenGate } from './token-gate.ts';

/**
 * The Astro integration, for Astro's dev server and its own tools. In dev, pages are rendered on request, reload when the
 * archive changes, can edit drafts and series, and decide findings; drafts have pages too.
 *
 * With a gate, only its browser gets answers.
 */
export function chronicleIntegration(paths: Paths, gate?: TokenGate): AstroIntegration {
  let isDev = false;
  const env = realEnv();
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
        options.updateConfig({ vite: { plugins: [editPlugin(paths, env)] } });
      },
      'astro:route:setup': ({ route }) => {
        if (isDev) route.prerender = false;
      },
      'astro:routes:resolved': ({ routes: resolved }) => {
        routes = resolved.filter(({ origin }) => origin !== 'internal').map(({ patternRegex }) => patternRegex);
      },
      'astro:server:setup': ({ server }) => {
        const offer = siteOffer(() => routes);
        if (server.httpServer) guardServer(server.httpServer, offer, gate);
        stop();
        const archive = providedArchive() ?? openOwn(paths);
        provideServed(archive, env);
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
function openOwn(paths: Paths): Archive {
  const { config } = readConfig(paths);
  const own = ownPlace(paths, { ...config, rules: checkoutRules(config, realEnv().home) });
  return openDisplayedArchive({ own, sample: samplePlace(), watch: true });
}

type SetUp = NonNullable<AstroIntegration['hooks']['astro:config:setup']>;

/** The folder of pages that only a server has: drafts with their findings, and transcripts, which no build may contain. */
const SERVED_PAGES = 'dev-pages/';

const SERVED = {
  '/drafts': 'drafts/index.astro',
  '/drafts/[slug]': 'drafts/[slug].astro',
  '/sessions/[project]/[name]/transcript/[...place]': 'sessions/transcript.astro',
};

/** What pages need to be compiled, those of servers too. */
export function pagesIntegration(): AstroIntegration {
  return {
    name: 'session-chronicle',
    hooks: {
      async 'astro:config:setup'(options) {
        await setUpPages(options);
        addServedPages(options);
      },
    },
  };
}

/** Adds the pages that only a server has. */
function addServedPages({ injectRoute }: Pick<Parameters<SetUp>[0], 'injectRoute'>): void {
  for (const [pattern, file] of Object.entries(SERVED))
    injectRoute({ pattern, entrypoint: join(siteDirectory(), SERVED_PAGES, file) });
}

/** Adds the script of every page, and the form in which the guide is written. */
async function setUpPages({ injectScript, updateConfig }: Parameters<SetUp>[0]): Promise<void> {
  // Loaded here, since a bundle with this file starts without packages.
  const { default: mdx } = await import('@astrojs/mdx');
  updateConfig({ integrations: [mdx()] });
  // Astro does not find a <script> of an .astro file if its root and the pages share no directory.
  injectScript('page', `import ${JSON.stringify(pageScript())};`);
}

/** Module specifiers need forward slashes on every system. */
function pageScript(): string {
  return join(packageRoot(), 'site/scripts/site.ts').replaceAll('\\', '/');
}
