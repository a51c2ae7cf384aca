/** The files next to a session's page: its chronicle and its data as JSON, in a built site and from the server of dev. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serializeChronicle } from '#src/format/serialize.ts';
import type { Session } from '#src/format/session.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { sessionJson, withTranscript } from '#src/transcript/session-json.ts';
import type { Archive } from './archive.ts';
import type { FactsReader } from './facts-files.ts';

/** The files next to a session's page: its chronicle and its data as JSON. */
const SESSION_FILES = ['index.md', 'index.json'] as const;
export type SessionFile = (typeof SESSION_FILES)[number];

type FactsText = Pick<FactsReader, 'factsTextOf'>;

/** Where files of a site are written. */
interface SiteFiles {
  write(path: string, content: Uint8Array): void;
}

/** Writes the files of all sessions into a site. */
export function writeSessionFiles(sessions: readonly Session[], archive: FactsText, site: SiteFiles): void {
  for (const session of sessions)
    for (const file of SESSION_FILES)
      site.write(`sessions/${session.project.slug}/${session.name}/${file}`, sessionFile(session, archive, file));
}

/** A file's content. The chronicle is read from disk byte for byte, or serialized if the file has changed. */
export function sessionFile(session: Session, archive: FactsText, file: SessionFile): Uint8Array {
  if (file === 'index.json') {
    const [json, facts] = [sessionJson(session), archive.factsTextOf(session)];
    return Buffer.from(facts === null ? json : withTranscript(json, facts));
  }
  return bytesRead(session) ?? Buffer.from(serializeChronicle(session.chronicle));
}

/** Null if the file has changed since the page was made. */
function bytesRead({ path, digest: shown, outdated }: Session): Uint8Array | null {
  if (outdated) return null;
  try {
    const bytes = Buffer.from(readRegularFile(path).text, 'latin1');
    return sha1Of(bytes) === shown ? bytes : null;
  } catch {
    return null;
  }
}

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
