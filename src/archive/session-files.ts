import { serializeChronicle } from '../format/serialize.ts';
import type { Session } from '#src/format/session.ts';
import { sessionJson, withTranscript } from '#src/transcript/session-json.ts';
import { sha1Of } from '../lib/digest.ts';
import { readRegularFile } from '../lib/read-file.ts';
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
