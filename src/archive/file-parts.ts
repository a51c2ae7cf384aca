/**
 * The pages of a project's edited files. A file's page follows from its path and the number of pages, and that from the
 * heads of facts: a session's page can link to a file without reading the facts of all sessions.
 */
import type { Session } from '#src/format/session.ts';
import { fileAnchor, filesAddress } from '#src/lib/text/page-address.ts';
import { shortHash } from '#src/lib/hash.ts';
import { type FileHistory, type FilesOf, fileHistories } from './file-histories.ts';

/** About as many edits of files fit on one page: 150 kB of HTML. */
const ON_ONE_PAGE = 600;
/** More pages than any project needs. */
const MOST = 256;

/** The number of pages for the files of a project, given all its sessions. It doubles, so that addresses seldom change. */
export function filePartsOf(sessions: readonly Session[]): number {
  const edits = sessions.reduce((sum, { facts }) => sum + (facts?.edits.files ?? 0), 0);
  let parts = 1;
  while (parts < MOST && edits > parts * ON_ONE_PAGE) parts *= 2;
  return parts;
}

/** The page, from 1, that has a file. */
export function filePart(path: string, parts: number): number {
  return (shortHash(path) % parts) + 1;
}

/** Where a file's history is. */
export function fileHistoryAddress(project: string, path: string, parts: number): string {
  return `${filesAddress(project, filePart(path, parts))}#${fileAnchor(path)}`;
}

/** The histories of a page's files, made without those of the other pages. */
export function historiesOfPart(
  sessions: readonly Session[],
  filesOf: FilesOf,
  { part, parts }: { part: number; parts: number },
): FileHistory[] {
  return fileHistories(sessions, (session) => filesOf(session).filter(({ path }) => filePart(path, parts) === part));
}
