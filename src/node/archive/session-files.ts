import { createHash } from 'node:crypto';
import { serializeChronicle } from '#src/chronicle/serialize.ts';
import type { Session } from '#src/chronicle/session.ts';
import { sessionJson, withTranscript } from '#src/chronicle/session-json.ts';
import { readRegularFile } from '../disk/read-file.ts';
import type { SiteOutput } from '../site/site-output.ts';
import type { FactsReader } from './archive.ts';

/** The files next to a session's page: its chronicle and its data as JSON. */
const SESSION_FILES = ['index.md', 'index.json'] as const;
export type SessionFile = (typeof SESSION_FILES)[number];

type FactsText = Pick<FactsReader, 'factsTextOf'>;

/** Writes the files of all sessions into a site. */
export function writeSessionFiles(sessions: readonly Session[], archive: FactsText, output: SiteOutput): void {
  for (const session of sessions) {
    const directory = `sessions/${session.project.slug}/${session.name}`;
    // Facts are read only for a file that has to be written.
    const json = sessionJson(session);
    const shown = digestOf(Buffer.from(json + (session.factsDigest ?? '')));
    output.write(`${directory}/index.json`, shown, () => wholeJson(json, archive.factsTextOf(session)));
    // For an unreadable file, the digest is of its last readable version.
    const digest = session.outdated ? `${session.digest}, outdated` : session.digest;
    output.write(`${directory}/index.md`, digest, () => sessionFile(session, archive, 'index.md'));
  }
}

/** A file's content. The chronicle is read from disk byte for byte, or serialized if the file has changed. */
export function sessionFile(session: Session, archive: FactsText, file: SessionFile): Uint8Array {
  if (file === 'index.json') return wholeJson(sessionJson(session), archive.factsTextOf(session));
  return bytesRead(session) ?? Buffer.from(serializeChronicle(session.chronicle));
}

function wholeJson(json: string, facts: string | null): Uint8Array {
  return Buffer.from(facts === null ? json : withTranscript(json, facts));
}

/** Null if the file has changed since the page was made. */
function bytesRead({ path, digest, outdated }: Session): Uint8Array | null {
  if (outdated) return null;
  try {
    const bytes = Buffer.from(readRegularFile(path).text, 'latin1');
    return digestOf(bytes) === digest ? bytes : null;
  } catch {
    return null;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}
