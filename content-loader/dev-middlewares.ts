import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Archive } from '#src/node/archive/archive.ts';
import { sessionMiddleware } from '#src/node/archive/session-middleware.ts';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

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
export function onFirstUse(prefix: string, load: () => Promise<Middleware>): Middleware {
  let loaded: Promise<Middleware> | undefined;
  return (request, response, next) => {
    if (!request.url?.startsWith(prefix)) return next();
    loaded ??= load();
    loaded.then((middleware) => middleware(request, response, next), next);
  };
}
