import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Archive } from './archive.ts';
import { type SessionFile, sessionFile } from './session-files.ts';

const ADDRESS = /^\/sessions\/([^/]+)\/([^/]+)\/(index\.(?:md|json))$/;
const TYPES: Record<SessionFile, string> = {
  'index.md': 'text/markdown; charset=utf-8',
  'index.json': 'application/json; charset=utf-8',
};

/** Serves the files next to sessions' pages in dev. An address selects a session and is never a path. */
export function sessionMiddleware(
  archive: Archive,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const [, slug, name, file] = ADDRESS.exec((request.url ?? '').split('?', 1)[0] ?? '') ?? [];
    if (!isSessionFile(file)) return next();
    const session = archive.snapshot.sessions.find((other) => other.name === name && other.project.slug === slug);
    const headers = { 'Cache-Control': 'no-cache' };
    if (session) {
      response.writeHead(200, { ...headers, 'Content-Type': TYPES[file] });
      response.end(request.method === 'HEAD' ? undefined : sessionFile(session, archive, file));
    } else {
      response.writeHead(404, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('Session not found.');
    }
  };
}

function isSessionFile(file: string | undefined): file is SessionFile {
  return file !== undefined && file in TYPES;
}
