import { serializeChronicle } from '#src/chronicle/serialize.ts';
import { type Session, sessionVersion } from '#src/chronicle/session.ts';
import { sessionJson, withTranscript } from '#src/chronicle/session-json.ts';
import { sha1Of } from '../disk/digest.ts';
import { readRegularFile } from '../disk/read-file.ts';
import type { SiteOutput } from '../site/site-output.ts';
import type { FactsReader } from './archive.ts';

/** The files next to a session's page: its chronicle and its data as JSON. */
const SESSION_FILES = ['index.md', 'index.json'] as const;
export type SessionFile = (typeof SESSION_FILES)[number];

type FactsText = Pick<FactsReader, 'factsTextOf'>;

interface SiteFiles {
  output: Pick<SiteOutput, 'write'>;
  /** Changes whenever the same session could become another file. */
  version: string;
}

/** Writes the files of all sessions into a site. */
export function writeSessionFiles(
  sessions: readonly Session[],
  archive: FactsText,
  { output, version }: SiteFiles,
): void {
  for (const session of sessions) {
    const directory = `sessions/${session.project.slug}/${session.name}`;
    const shown = sha1Of(`${version} ${sessionVersion(session)} ${session.outdated}`);
    output.write(`${directory}/index.json`, shown, () => sessionFile(session, archive, 'index.json'));
    // For an unreadable file, the digest is of its last readable version.
    const own = session.outdated ? `${session.digest}, outdated` : session.digest;
    output.write(`${directory}/index.md`, own, () => sessionFile(session, archive, 'index.md'));
  }
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
