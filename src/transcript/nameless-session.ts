/** A new session whose files are on disk under temporary names. */
import { chroniclePlace, factsPath } from '#src/lib/paths.ts';
import type { Write } from './import-record.ts';

/** Where its chronicle goes, and what the record of the import says of it. */
export interface NamelessSession {
  session: { id: string };
  /** The path of the directory of its chronicle. */
  directory: string;
  /** Claude Code's name for its project's directory. */
  projectDirectory: string;
  nameOf: (n: number) => string;
  digests: { chronicle: string; facts?: string };
}

/** The path of its chronicle with the nth name. */
export function pathOf({ directory, nameOf }: NamelessSession, n: number): string {
  return `${directory}/${nameOf(n)}`;
}

/** What the record says of a session with the nth name. */
export function writingOf({ session, projectDirectory, nameOf, digests }: NamelessSession, n: number): Write {
  const path = `projects/${chroniclePlace(projectDirectory, nameOf(n))}`;
  const facts = digests.facts === undefined ? {} : { [factsPath(path)]: digests.facts };
  return { session: session.id, files: { [path]: digests.chronicle, ...facts }, keys: [] };
}
