/** A new session whose files are on disk under temporary names. */
import { open } from 'node:fs/promises';
import { chroniclePlace } from '#src/lib/paths.ts';
import type { WrittenSession } from './import-record.ts';

/** Where its chronicle goes, and what the record of the import says of it. */
export interface NamelessSession extends Pick<WrittenSession, 'digests' | 'keys'> {
  session: { id: string };
  /** The path of the directory of its chronicle. */
  directory: string;
  /** Claude Code's name for its project's directory. */
  projectDirectory: string;
  nameOf: (n: number) => string;
}

/** The path of its chronicle with the nth name. */
export function pathOf({ directory, nameOf }: NamelessSession, n: number): string {
  return `${directory}/${nameOf(n)}`;
}

/** What the record says of a session with the nth name. */
export function writingOf(
  { session, projectDirectory, nameOf, digests, keys }: NamelessSession,
  n: number,
): WrittenSession {
  return { sessionId: session.id, chronicle: chroniclePlace(projectDirectory, nameOf(n)), digests, keys };
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
