import type { Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/facts.ts';
import type { Project } from '#src/lib/project.ts';
import { compare } from '#src/lib/compare.ts';

/** Which sessions edited which files. Paths are relative to the project if they are inside it. */
export interface FileHistory {
  project: Project;
  path: string;
  /** Newest first. */
  edits: FileEdit[];
  added: number;
  removed: number;
}

/** What a session did to a file: lines added and removed. */
export interface FileEdit {
  session: Session;
  added: number;
  removed: number;
}

/** Whether a path is not in its project: a temporary file, a note in another directory. Paths inside are relative. */
export function isOutside(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path);
}

/** The files of the project before those outside of it, in their order otherwise. */
export function insideFirst<File extends { path: string }>(files: readonly File[]): File[] {
  const [inside, outside]: [File[], File[]] = [[], []];
  for (const file of files) (isOutside(file.path) ? outside : inside).push(file);
  return outside.length === 0 ? inside : [...inside, ...outside];
}

export type FilesOf = (session: Session) => readonly EditedFile[];

/** The files that sessions, given newest first, edited: those of the project first, then the most recently edited, then by path. */
export function fileHistories(sessions: readonly Session[], filesOf: FilesOf): FileHistory[] {
  const projects = new Map<string, Map<string, FileHistory>>();
  const histories: FileHistory[] = [];
  for (const session of sessions) {
    const { project } = session;
    const own = projects.get(project.slug) ?? new Map<string, FileHistory>();
    projects.set(project.slug, own);
    const first: FileHistory[] = [];
    for (const { path, added, removed } of filesOf(session)) {
      const history = own.get(path);
      if (history) {
        history.edits.push({ session, added, removed });
        history.added += added;
        history.removed += removed;
      } else {
        // Most files have one edit: a list that grew has room for 17.
        const only = { project, path, edits: [{ session, added, removed }], added, removed };
        own.set(path, only);
        first.push(only);
      }
    }
    for (const history of first.sort((a, b) => compare(a.path, b.path))) histories.push(history);
  }
  return insideFirst(histories);
}

/** The edits that have room on the page of a project's files: about 750 kB of HTML. */
const MOST_EDITS = 3000;

/** The files on the page of a project, given its sessions: those that were edited last, as many as have room. */
export function filesOnPage(sessions: readonly Session[], filesOf: FilesOf): FileHistory[] {
  const all = fileHistories(sessions, filesOf);
  let edits = 0;
  const rest = all.findIndex((file) => {
    edits += file.edits.length;
    return edits > MOST_EDITS;
  });
  return rest === -1 ? all : all.slice(0, rest);
}

/** A session that edited a file somebody asked for. */
export interface FoundEdits<Searched> {
  session: Searched;
  /** The files that match. */
  files: EditedFile[];
}

/**
 * The sessions that edited a file: those with exactly this path first, then those with a path that ends in it (`auth.ts`
 * finds `src/auth.ts`), in the given order. A path that ends with `/` finds everything in that directory. Ignores case.
 */
export function sessionsWithFile<Searched extends { project: Pick<Project, 'root'> }>(
  sessions: readonly Searched[],
  wanted: string,
  filesOf: (session: Searched) => readonly EditedFile[],
): FoundEdits<Searched>[] {
  const exact: FoundEdits<Searched>[] = [];
  const others: FoundEdits<Searched>[] = [];
  const name = plainPath(wanted);
  if (name === '' || name === '/') return [];
  for (const session of sessions) {
    const root = session.project.root === null ? '' : `${plainPath(session.project.root)}/`;
    const own = root !== '' && name.startsWith(root) ? name.slice(root.length) : name;
    const files = filesOf(session).filter(({ path }) => matches(plainPath(path), own));
    if (files.length === 0) continue;
    (files.some(({ path }) => plainPath(path) === own) ? exact : others).push({ session, files });
  }
  return [...exact, ...others];
}

/** Whether a path is the wanted one, ends like it, or, for a wanted `src/`, lies in such a directory. */
export function isPathNamed(path: string, wanted: string): boolean {
  return matches(plainPath(path), plainPath(wanted));
}

function matches(path: string, wanted: string): boolean {
  if (wanted.endsWith('/')) return `/${path}`.includes(wanted.startsWith('/') ? wanted : `/${wanted}`);
  return path === wanted || path.endsWith(`/${wanted}`);
}

/** A path in one spelling, whatever the system and the shell made of it. */
function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .toLowerCase();
}
