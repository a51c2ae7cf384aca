import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Archive } from '../archive/archive.ts';
import { sentenceOf } from '../lib/chronicle-error.ts';
import { SEARCH_POLICY } from '../lib/text/content-security-policy.ts';
import { SEARCH_FOLDER, searchDocuments } from './search-documents.ts';
import { searchedArchive } from './searched-archive.ts';
import { SEARCH_WORKER, ServedSearch } from './site-search.ts';

const PREFIX = `/${SEARCH_FOLDER}/`;
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * Serves `/pagefind/…` in dev, from memory. A request for the list of indexes brings the index up to date; requests for pages
 * do not wait for that. A failure is answered with its sentence as JSON.
 */
export function searchMiddleware(
  archive: Archive,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const search = new ServedSearch(
    () => searchDocuments(searchedArchive(archive)),
    () => archive.snapshot,
  );
  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(PREFIX)) return next();
    search.file(path.slice(PREFIX.length)).then(
      (content) => send(request, response, path, content),
      (error: unknown) => refuse(response, 500, sentenceOf(error)),
    );
  };
}

function send(request: IncomingMessage, response: ServerResponse, path: string, content: Uint8Array | undefined): void {
  if (!content) {
    refuse(response, 404, 'The search index has no such file.');
    return;
  }
  if (path.endsWith(`/${SEARCH_WORKER}`)) response.setHeader('Content-Security-Policy', SEARCH_POLICY);
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  response.end(request.method === 'HEAD' ? undefined : content);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
  response.end(JSON.stringify({ message }));
}
