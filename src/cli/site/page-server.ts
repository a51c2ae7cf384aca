/** The server of `chronicle dev`: makes pages with their compiled code when they are asked for. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { servedVersion } from '#content-loader/current-archive.ts';
import type { DecisionContext } from '#content-loader/decide-proposals.ts';
import { devMiddlewares, editsOf, type Middleware } from '#content-loader/dev-middlewares.ts';
import { guardServer } from '#content-loader/guarded-server.ts';
import type { TokenGate } from '#content-loader/token-gate.ts';
import type { Archive } from '#src/node/archive/archive.ts';
import { siteDirectory } from '#src/node/package-root.ts';
import type { PageCode } from '#src/node/site/page-code.ts';
import type { Layout } from '#src/project/paths.ts';
import { ArchiveSocket } from './archive-socket.ts';
import { loadPages, ORIGIN, type PagesApp } from './render-pages.ts';
import { pathOf } from './site-files.ts';

export interface PageServerOptions {
  code: PageCode;
  archive: Archive;
  layout: Layout;
  context: DecisionContext;
  /** Only the browser of this gate gets answers. */
  gate?: TokenGate | undefined;
  /** Called with the address of a page that cannot be made, and why. */
  failed(path: string, error: unknown): void;
}

/** The script that loads a page again. It is not compiled, as no build has it. */
const FOLLOW = 'follow-archive.js';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface PageServer {
  server: Server;
  /** Ends all connections. A page keeps its socket open, and the server would wait for it. */
  stop(): void;
}

/** A server of all pages of the provided archive. The caller starts listening. */
export async function pageServer(options: PageServerOptions): Promise<PageServer> {
  const { code, archive, layout, context, gate, failed } = options;
  const app = await loadPages(code);
  const routes = servedRoutes(app);
  const files = filesOf(code);
  const answers: Middleware[] = [
    editsOf(layout, context),
    ...devMiddlewares(archive),
    onlyReading,
    (request, response, next) => {
      const file = files.get(pathOf(request.url ?? '') ?? '');
      if (!file) return next();
      response.writeHead(200, file.headers).end(file.bytes);
    },
    (request, response, next) => {
      answerPage(app, routes, request, response).catch(next);
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
      else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(UNMADE);
    };
    next();
  });
  const socket = new ArchiveSocket(() => servedVersion() ?? '');
  server.on('upgrade', (request, connection) => socket.accept(request, connection));
  guardServer(
    server,
    {
      isPage: (path) => routes.some(({ pattern }) => pattern.test(path)),
      isPublicFile: (path) => files.has(path),
      isModule: () => false,
    },
    gate,
  );
  const unsubscribe = archive.subscribe(() => socket.tell());
  return {
    server,
    stop() {
      unsubscribe();
      server.close();
      server.closeAllConnections();
      socket.close();
    },
  };
}

const UNMADE = 'This page could not be made. The terminal of chronicle dev says why.\n';

type Route = ReturnType<typeof servedRoutes>[number];

/** All pages are made from their addresses alone, and those that only a server has are among them. */
function servedRoutes(app: PagesApp) {
  const { manifest } = app;
  const routes = manifest.routes
    .map(({ routeData }) => routeData)
    .filter(({ origin, route }) => origin !== 'internal' && route !== '/addresses.json');
  return routes;
}

interface ServedFile {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** What pages name, by address. Kept in memory: another version of the program replaces the files. */
function filesOf({ assets }: PageCode): Map<string, ServedFile> {
  const sources = [
    ...assets.map(({ path, source }) => [path, source] as const),
    [FOLLOW, join(siteDirectory(), FOLLOW)] as const,
  ];
  return new Map(
    sources.map(([path, source]) => {
      const headers = {
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        // Compiled files are named by their content.
        'Cache-Control': path.startsWith('_astro/') ? 'max-age=31536000, immutable' : 'no-cache',
      };
      return [`/${path}`, { bytes: readFileSync(source), headers }];
    }),
  );
}

function onlyReading({ method = '' }: IncomingMessage, response: ServerResponse, next: () => void): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Allow: 'GET, HEAD' };
  if (method === 'GET' || method === 'HEAD') next();
  else response.writeHead(405, headers).end('Method not allowed.\n');
}

async function answerPage(
  app: PagesApp,
  routes: readonly Route[],
  { url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(url) ?? '';
  const routeData = routes.find(({ pattern }) => pattern.test(path)) ?? routes.find(({ route }) => route === '/404');
  if (!routeData) throw new Error('No page has this address.');
  const page = await app.render(new Request(new URL(url, ORIGIN)), { routeData });
  const bytes = Buffer.from(await page.arrayBuffer());
  response.writeHead(page.status, { ...Object.fromEntries(page.headers), 'Cache-Control': 'no-cache' }).end(bytes);
}
