/** An imported session on its way to the disk. */
import { open } from 'node:fs/promises';
import type { ImportedSession } from '#src/import/imported-session.ts';
import { placeOf } from '#src/node/session/find.ts';
import { writeTemporary } from '#src/node/store/work-directory.ts';
import { chroniclePlace } from '#src/project/paths.ts';
import { recordDigest, type WrittenSession } from './import-record.ts';

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
export interface Prepared extends FreshSession {
  directory: string;
  nameOf: (n: number) => string;
  /** Bytes, as Latin-1. */
  chronicle: TemporaryFile;
  notebook: TemporaryFile | null;
  facts: string | null;
  records: Record<string, string>;
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

/** The path of its chronicle with the nth name. */
export function pathOf({ directory, nameOf }: Prepared, n: number): string {
  return `${directory}/${nameOf(n)}`;
}

/** What the record says of a session with the nth name. */
export function writingOf(prepared: Prepared, n: number): WrittenSession {
  const { session, chronicle, notebook, records } = prepared;
  const { projectDirectory, fileName } = placeOf(pathOf(prepared, n));
  return {
    sessionId: session.id,
    chronicle: chroniclePlace(projectDirectory, fileName),
    digests: {
      chronicle: recordDigest(chronicle.bytes),
      ...(notebook === null ? {} : { notebook: recordDigest(notebook.bytes) }),
    },
    records,
  };
}

/** Flushes a file to disk. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A text as bytes read as Latin-1. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
