/** An imported session on its way to the disk. */
import type { ImportedSession } from '#src/import/imported-session.ts';
import { writeTemporary } from '#src/lib/files.ts';
import type { NamelessSession } from '#src/transcript/nameless-session.ts';

/** Where an imported session goes. */
export interface Target {
  /** Its chronicle; null if it has none yet. */
  chronicle: string | null;
  /** Claude Code's name for its project's directory. */
  directory: string;
  /** Its checkout; empty if unknown. */
  cwd: string;
}

/** A session with only what is new, and with safe texts. */
export interface FreshSession {
  session: ImportedSession;
  target: Target;
}

/** The files of a session without a chronicle, under temporary names. */
export interface Prepared extends FreshSession, NamelessSession {
  session: ImportedSession;
  /** Bytes, as Latin-1. */
  chronicle: TemporaryFile;
  notebook: TemporaryFile | null;
  facts: string | null;
}

interface TemporaryFile {
  path: string;
  bytes: string;
}

/** Writes a file under a temporary name, not yet flushed to disk. */
export function temporaryFile(directory: string, text: string): TemporaryFile {
  const bytes = latin1(text);
  return { path: writeTemporary(directory, bytes, { durable: false }), bytes };
}

/** The temporary files of a session. */
export function temporariesOf({ chronicle, notebook, facts }: Prepared): string[] {
  return [chronicle.path, notebook?.path ?? [], facts ?? []].flat();
}

/** A text as bytes read as Latin-1. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
