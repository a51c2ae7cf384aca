import type { IncomingMessage, ServerResponse } from 'node:http';
import { SEARCH_FOLDER } from '#src/index/search-documents.ts';
import type { Archive } from '#src/archive/archive.ts';
import { sessionMiddleware } from '#src/archive/session-files.ts';
import type { Env } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { VitePlugin } from './site-config.ts';

/** Passes a request on with `next`, or answers it. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Handles edits of drafts and found events, in Astro's dev server. */
export function editPlugin(paths: Paths, env: Env): VitePlugin {
  const edits = editsOf(paths, env);
  return {
    name: 'session-chronicle:edits',
    enforce: 'post',
    apply: 'serve',
    configureServer({ middlewares }) {
      // Astro 7.3 puts its own middleware first after all plugins, and answers 404 to an address without a trailing
      // slash (`trailingSlashMiddleware` in its vite-plugin-astro-server).
      return () => void middlewares.stack.unshift({ route: '', handle: edits });
    },
  };
}

/** Handles edits of drafts and found events. */
export function editsOf(paths: Paths, env: Env): Middleware {
  return onFirstUse('/edit', async () => {
    const [{ editMiddleware }, { editActions }] = await Promise.all([
      import('./edit-endpoints.ts'),
      import('./edits.ts'),
    ]);
    return editMiddleware(editActions(paths, env));
  });
}

/** The middlewares for what is next to pages. */
export function devMiddlewares(archive: Archive): Middleware[] {
  return [
    sessionMiddleware(archive),
    onFirstUse(`/${SEARCH_FOLDER}/`, async () => {
      const { searchMiddleware } = await import('#src/index/site-search.ts');
      return searchMiddleware(archive);
    }),
  ];
}

/** A middleware for addresses with a prefix, loaded with the first such request. */
function onFirstUse(prefix: string, load: () => Promise<Middleware>): Middleware {
  let loaded: Promise<Middleware> | undefined;
  return (request, response, next) => {
    if (!request.url?.startsWith(prefix)) return next();
    loaded ??= load();
    loaded.then((middleware) => middleware(request, response, next), next);
  };
}
