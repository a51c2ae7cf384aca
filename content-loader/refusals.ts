import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VitePlugin } from './vite-plugins.ts';

/** Answers in the dev server, before anything else, what neither Vite nor Astro should see. */
export function refusals(): VitePlugin {
  return {
    name: 'session-chronicle:refusals',
    enforce: 'post',
    configureServer(server) {
      // Astro 7.3 puts its own in front of everything when all plugins are through, and answers 500 to `/%`
      // (`trailingSlashMiddleware` in its vite-plugin-astro-server).
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

/** Why a path is not answered; undefined if it is. */
export function refusalOf(path: string): [status: number, sentence: string] | undefined {
  // Vite would open any file in an editor for whoever leads the browser to an address of its own.
  if (/^\/+(?:_|%5f){2}/i.test(path)) return [404, 'There is nothing here.'];
  if (!isEncoded(path)) return [400, 'This address is malformed: a % in it begins no character.'];
  // Astro decodes the parts of a path and stumbles over one that has become a way up.
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return [404, 'There is no such page.'];
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
