/**
 * The server of `chronicle dev`. A request passes, in this order:
 *
 *     guard (host, token, method, address) → edits → files of sessions, search → /changes → files that pages name → a page
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { servedVersion } from '#content-loader/current-archive.ts';
import type { Env } from '#src/lib/env.ts';
import { devMiddlewares, editsOf, type Middleware } from '#content-loader/dev-middlewares.ts';
import { guardServer } from '#content-loader/guarded-server.ts';
import type { TokenGate } from '#content-loader/token-gate.ts';
import type { Archive } from '#src/archive/archive.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { Changes } from './changes.ts';
import { type Pages, requestFor } from './pages.ts';
import { pathOf } from './site-files.ts';

export interface PageServerOptions {
  pages: Pages;
  archive: Archive;
  paths: Paths;
  env: Env;
  /** Only the browser of this gate gets answers. */
  gate?: TokenGate | undefined;
  /** Called with the address of a page that cannot be made, and why. */
  failed(path: string, error: unknown): void;
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface PageServer {
  server: Server;
  /** Ends all connections: those of pages that follow the archive end only so. */
  stop(): void;
}

/** A server of all pages of the provided archive. The caller starts listening. */
export function pageServer({ pages, archive, paths, env, gate, failed }: PageServerOptions): PageServer {
  const changes = new Changes(() => servedVersion() ?? '');
  const answers: Middleware[] = [
    editsOf(paths, env),
    ...devMiddlewares(archive),
    onlyReading,
    changes.answer,
    (request, response, next) => answerFile(pages, request, response, next),
    (request, response, next) => {
      answerPage(pages, request, response).catch(next);
    },
  ];
  const server = createServer((request, response) => {
    const left = answers[Symbol.iterator]();
    const next = (error?: unknown): void => {
      const answer = left.next().value;
      if (error === undefined && answer) {
        answer(request, response, next);
        return;
      }
      failed(request.url ?? '', error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, TEXT).end(isErrno(error, 'ERR_MODULE_NOT_FOUND') ? UPDATED : UNMADE);
    };
    next();
  });
  const offer = { isPage: pages.hasRoute, isPublicFile: (path: string) => pages.files.has(path.slice(1)) };
  guardServer(server, { ...offer, isModule: () => false }, gate);
  const unsubscribe = archive.subscribe(() => changes.tell());
  return {
    server,
    stop() {
      unsubscribe();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Pages are loaded one by one, and an update replaces them. */
const UPDATED = 'Chronicle was updated while this server ran. Start chronicle dev again.\n';
const UNMADE = 'This page could not be made. The terminal of chronicle dev says why.\n';

function answerFile({ files }: Pages, { url = '' }: IncomingMessage, response: ServerResponse, next: () => void): void {
  const path = (pathOf(url) ?? '').slice(1);
  const bytes = files.get(path);
  if (!bytes) {
    next();
    return;
  }
  // Compiled files are named by their content.
  const kept = path.startsWith('_astro/') ? 'max-age=31536000, immutable' : 'no-cache';
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': kept }).end(bytes);
}

function onlyReading({ method = '' }: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (method === 'GET' || method === 'HEAD') next();
  else response.writeHead(405, { ...TEXT, Allow: 'GET, HEAD' }).end('Method not allowed.\n');
}

async function answerPage(pages: Pages, { url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await pages.render(requestFor(url));
  const bytes = Buffer.from(await page.arrayBuffer());
  response.writeHead(page.status, { ...Object.fromEntries(page.headers), 'Cache-Control': 'no-cache' }).end(bytes);
}
