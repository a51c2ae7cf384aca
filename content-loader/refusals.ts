import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VitePlugin } from './vite-plugins.ts';

/** Answers requests in the dev server that neither Vite nor Astro should see. */
export function refusals(): VitePlugin {
  return {
    name: 'session-chronicle:refusals',
    enforce: 'post',
    configureServer(server) {
      // Astro 7.3 puts its own middleware first after all plugins, and answers 500 to `/%` (`trailingSlashMiddleware` in
      // its vite-plugin-astro-server).
      return () => void server.middlewares.stack.unshift({ route: '', handle: refuse });
    },
  };
}

function refuse({ url = '/' }: IncomingMessage, response: ServerResponse, next: () => void): void {
  const refusal = refusalOf(url.split(/[?#]/, 1)[0] ?? '/');
  if (refusal) {
    const [status, sentence] = refusal;
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`${sentence}\n`);
  } else {
    next();
  }
}

/** The status and message for a refused path; undefined if it is allowed. */
export function refusalOf(path: string): [status: number, sentence: string] | undefined {
  // At these addresses, Vite would open any file in an editor for any page that links to them.
  if (/^\/+(?:_|%5f){2}/i.test(path)) return [404, 'Page not found.'];
  if (!isEncoded(path)) return [400, 'Invalid address: it contains an incomplete % escape.'];
  // Astro decodes the parts of a path and fails on one that becomes `..`.
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return [404, 'Page not found.'];
  return undefined;
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
