import type { Session } from '../chronicle/session.ts';
import type { EditedFile } from '../facts/edited-files.ts';
import type { Project } from '../project/project.ts';
import { compare } from '../value/compare.ts';
import { keptGroups } from '../value/kept-groups.ts';
import { memoised } from '../value/memo.ts';

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

type FilesOf = (session: Session) => readonly EditedFile[];

/** The files that sessions, given newest first, edited; the most recently edited first, then by path. */
export function fileHistories(sessions: readonly Session[], filesOf: FilesOf): FileHistory[] {
  const byPath = latestFirst(sessions);
  return [...historiesBy(filesOf)(sessions).values()].sort(byPath);
}

/** The files of a project that most sessions edited, at most `most`; of equal ones the last edited first, then by path. */
export function mostEdited(
  sessions: readonly Session[],
  filesOf: FilesOf,
  { slug, most }: { slug: string; most: number },
): FileHistory[] {
  const byPath = latestFirst(sessions);
  const isBefore = (a: FileHistory, b: FileHistory) => (b.edits.length - a.edits.length || byPath(a, b)) < 0;
  const found: FileHistory[] = [];
  for (const history of historiesBy(filesOf)(sessions).values()) {
    if (history.project.slug !== slug) continue;
    const place = found.findLastIndex((other) => !isBefore(history, other)) + 1;
    if (place < most) found.splice(place, 0, history);
    found.length = Math.min(found.length, most);
  }
  return found;
}

/** The history of each file, kept until one of its sessions changes. */
const historiesBy = memoised((filesOf: FilesOf) =>
  keptGroups(
    (session: Session) =>
      filesOf(session).map(({ path, added, removed }) => {
        return [`${session.project.slug}\n${path}`, { path, edit: { session, added, removed } }] as const;
      }),
    (given): FileHistory => {
      const [first] = given;
      if (!first) throw new Error('A group has an item.');
      const edits = given.map(({ edit }) => edit);
      const sum = (of: (edit: FileEdit) => number) => edits.reduce((total, edit) => total + of(edit), 0);
      return {
        project: first.edit.session.project,
        path: first.path,
        edits,
        added: sum(({ added }) => added),
        removed: sum(({ removed }) => removed),
      };
    },
  ),
);

/** Orders files by the place of their last session, then by path. */
function latestFirst(sessions: readonly Session[]): (a: FileHistory, b: FileHistory) => number {
  const places = placesOf(sessions);
  const placeOf = ({ edits }: FileHistory) => (edits[0] && places.get(edits[0].session)) ?? 0;
  return (a, b) => placeOf(a) - placeOf(b) || compare(a.path, b.path);
}

const placesOf = memoised(
  (sessions: readonly Session[]): ReadonlyMap<Session, number> =>
    new Map(sessions.map((session, place) => [session, place])),
);

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
