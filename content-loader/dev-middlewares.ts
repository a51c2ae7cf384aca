import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Archive } from '#src/node/archive/archive.ts';
import { sessionMiddleware } from '#src/node/archive/session-middleware.ts';
import { realWorld } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import type { VitePlugin } from './vite-plugins.ts';

/** Takes in the dev server what pages send to change drafts and series. */
export function editPlugin(layout: Layout): VitePlugin {
  const edits = onFirstUse('/edit', async () => {
    const [{ editMiddleware }, { editActions }] = await Promise.all([
      import('./edit-endpoints.ts'),
      import('./edit-actions.ts'),
    ]);
    return editMiddleware(editActions(layout, realWorld()));
  });
  return {
    name: 'session-chronicle:edits',
    enforce: 'post',
    apply: 'serve',
    configureServer({ middlewares }) {
      // Astro 7.3 puts its own in front of everything when all plugins are through, and answers 404 to an address
      // without a slash at its end (`trailingSlashMiddleware` in its vite-plugin-astro-server).
      return () => void middlewares.stack.unshift({ route: '', handle: edits });
    },
  };
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** What only the dev server answers, in front of the pages. `cacheDir` is for what can be made again. */
export function devMiddlewares(archive: Archive, cacheDir: string): Middleware[] {
  return [
    sessionMiddleware(archive),
    onFirstUse('/pagefind/', async () => {
      const { searchMiddleware } = await import('#src/node/search/search-middleware.ts');
      return searchMiddleware(archive, cacheDir);
    }),
  ];
}

/** What answers below a path, loaded when somebody asks there and not with the server. */
function onFirstUse(prefix: string, load: () => Promise<Middleware>): Middleware {
  let loaded: Promise<Middleware> | undefined;
  return (request, response, next) => {
    if (!request.url?.startsWith(prefix)) return next();
    loaded ??= load();
    loaded.then((middleware) => middleware(request, response, next), next);
  };
}
