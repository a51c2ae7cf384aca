import type { Match } from '#src/setup/forget/match.ts';
import { isLeftover } from '#src/lib/work-directory.ts';
import type { Layout, MemoryPlace } from '#src/lib/paths.ts';
import { CHANGE_FILE } from '#src/lib/paths.ts';
import { realPath } from '#src/lib/real-path.ts';
import { derivedFiles, isBelow } from './derived-files.ts';
import type { Target } from './file-changes.ts';
import { type FileChange, FileChanges } from './file-changes.ts';
import type { NamedPath } from './named-paths.ts';
import { foreignFiles, namesOrNote, type OwnFile, ownFiles } from './own-files.ts';

export interface ForgettingPlan {
  target: Target;
  match: Match;
  /** In the order in which they are written. Chronicles come last, as the rest is found through them. */
  changes: FileChange[];
  /** Backups of memory to delete. */
  backups: { path: string; place: MemoryPlace }[];
  /** Drafts and series whose names contain the text. */
  renames: NamedPath[];
  /** Derived files and directories to delete, and entries of the index. */
  derived: string[];
  /** Temporary files of killed processes, which may contain anything. */
  leftovers: string[];
  /** Files with a match in further archives, which are only read. */
  foreign: string[];
  /** Sentences about files of ours that cannot be read. */
  unread: string[];
  /** The sessions of which a part is forgotten. */
  touched: string[];
  /** Whether a match was found. Derived files and leftovers are deleted in any case. */
  isFound: boolean;
}

/** Whether there is nothing to do. */
export function isEmptyPlan({ changes, backups, renames, derived, leftovers }: ForgettingPlan): boolean {
  return changes.length + backups.length + renames.length + derived.length + leftovers.length === 0;
}

/**
 * Reads all our files and works out what to change. Writes nothing. Of `roots`, only `<config>/projects` is the owner's own to
 * change.
 */
export function planForgetting(layout: Layout, roots: readonly string[], target: Target): ForgettingPlan {
  const { files, backups, workDirectories, named, unread } = ownFiles(layout, [layout.projects]);
  const foreign = foreignMatches(layout, roots, target, unread);
  const planning = new FileChanges(target, unread);
  const isChronicle = ({ kind }: OwnFile) => kind === 'chronicle';
  const chronicles = files.filter(isChronicle).flatMap((file) => planning.chronicle(file) ?? []);
  const renames = planning.renames(named);
  const gone = backups.filter(({ path }) => planning.isGoneBackup(path));
  const records = backups
    .filter((backup) => !gone.includes(backup))
    .map(({ path, place }): OwnFile => ({ path: `${path}/${CHANGE_FILE}`, kind: 'record', place }));
  const rest = [...files.filter((file) => !isChronicle(file)), ...records];
  const changes = [...rest.flatMap((file) => planning.other(file) ?? []), ...chronicles];
  const leftovers = workDirectories.flatMap((work) => leftoversIn(work, unread));
  const isIn = (path: string) => planning.isIn(path);
  const isAny =
    changes.length + gone.length + renames.length > 0 || (target.kind === 'session' && foreign.length === 0);
  const isInEntry = (path: string) => planning.isInEntry(path);
  const isInLookup = (path: string) => planning.isInLookup(path);
  const looks = { isIn, isInEntry, isInLookup };
  const derived = derivedFiles(layout, planning.match.sessions, looks, isAny, unread);
  return {
    target,
    match: planning.match,
    changes,
    backups: gone,
    renames,
    derived: derived.paths,
    leftovers,
    foreign,
    unread: [...new Set(unread)],
    touched: planning.touched,
    isFound: isAny || derived.isFound || leftovers.some((path) => isBelow(path, isIn)),
  };
}

/** The files of other archives than the owner's own that would have to change. */
function foreignMatches(layout: Layout, roots: readonly string[], target: Target, unread: string[]): string[] {
  const own = realPath(layout.projects);
  const planning = new FileChanges(target, unread);
  const found = foreignFiles(
    layout,
    roots.filter((root) => root !== layout.projects && realPath(root) !== own),
  );
  unread.push(...found.unread);
  const isChronicle = ({ kind }: OwnFile) => kind === 'chronicle';
  const chronicles = found.files.filter(isChronicle).filter((file) => planning.chronicle(file) !== null);
  const rest = found.files.filter((file) => !isChronicle(file) && planning.other(file) !== null);
  const backups = found.backups.filter(({ path }) => planning.isGoneBackup(path));
  return [...chronicles, ...rest, ...backups].map(({ path }) => path);
}

/** A half-made draft counts as a leftover, since making one takes only a moment. */
function leftoversIn(work: string, unread: string[]): string[] {
  const names = namesOrNote(work, unread).filter(
    (name) => name === 'new-draft' || (name.endsWith('.tmp') && isLeftover(work, name)),
  );
  return names.map((name) => `${work}/${name}`);
}
