/** The memories that commands are about: all of the owner's archive, those to list, and those of one project to change. */
import { type Archive, type ArchiveSnapshot, openArchive } from '#src/archive/archive.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { type MemoryPlace, memoryPlace, type Paths } from '#src/lib/paths.ts';
import type { Project } from '#src/lib/project.ts';
import { type MemoryRecord, memoryRecordOf } from '#src/memory/memory.ts';
import type { MemoryResult } from '#src/memory/memory-results.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { currentChronicle, placeOf, wholeSessionId } from '#src/record/find.ts';
import { projectDirectoryOf, rulesIn } from '#src/record/where.ts';
import { formatProblems, ownArchive, ownSnapshot } from '../own-archive.ts';
import { requireProject } from '../session-named.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** The owner's archive with its memories. */
interface OwnMemory {
  archive: Archive;
  snapshot: ArchiveSnapshot;
  record: MemoryRecord;
  /** The memories of all projects with their effect, broken ones first. */
  results: MemoryResult[];
}

/**
 * Reads the owner's archive with the owner's decisions about mistakes, reports unusable decisions, and updates the lookup
 * that hooks use.
 */
export function ownMemory(io: Io): OwnMemory {
  const archive = ownArchive(io);
  const { snapshot } = archive;
  const { sessions, memory, clusters, attention } = snapshot;
  const faulty = attention.filter(({ path }) => path === clusters.path);
  if (faulty.length > 0) say(io, formatProblems(faulty));
  const record = memoryRecordOf({ sessions, memory, decisions: clusters.decisions });
  writeMemoryIndex(pathsIn(io.env), snapshot, record);
  return { archive, snapshot, record, results: record.results };
}

/** Updates the lookup that hooks use after a memory change. A failure is reported, and the change stays. */
export function refreshMemoryIndex(io: Io): void {
  try {
    writeMemoryIndex(pathsIn(io.env), ownSnapshot(io));
  } catch (error) {
    say(io, `The memory was changed, but the index that hooks use could not be updated: ${sentenceOf(error)}`);
  }
}

/** The option of commands that show memories. */
export const VIEW_ARGS = {
  project: {
    type: 'string',
    valueHint: 'project',
    description: "Only memories of this project (default: the current session's, or all outside a session)",
  },
} as const;

/** The memories that a command shows, and whether a project of something is one of theirs. */
interface ViewedMemory extends OwnMemory {
  memory: ArchiveSnapshot['memory'];
  /** Whether all projects are shown. */
  isWhole: boolean;
  isViewed(each: { project: Project }): boolean;
}

/**
 * The memories of the project `named`, by its slug or Claude Code's directory name; by default those of the current
 * session's project, or all outside a session. Refuses an unknown project (CHRONICLE_NO_PROJECT) and a session without a
 * chronicle (CHRONICLE_NOT_FOUND).
 */
export function viewedMemory(io: Io, named: string | undefined): ViewedMemory {
  const own = ownMemory(io);
  const directory = viewedDirectory(own.snapshot, named, io.env);
  const isViewed = ({ project }: { project: Project }) => directory === null || project.directory === directory;
  const { changes, files, indexes, proposals } = own.snapshot.memory;
  return {
    ...own,
    memory: {
      changes: changes.filter(isViewed),
      files: files.filter(isViewed),
      indexes: indexes.filter(isViewed),
      proposals: proposals.filter(isViewed),
    },
    results: own.results.filter(({ history }) => isViewed(history)),
    isWhole: own.results.every(({ history }) => isViewed(history)),
    isViewed,
  };
}

/** Claude Code's directory of the project to show; null for all. */
function viewedDirectory({ sessions }: ArchiveSnapshot, named: string | undefined, env: Env): string | null {
  if (named !== undefined)
    return requireProject(
      sessions.map(({ project }) => project),
      named,
    ).directory;
  return env.variables.CLAUDE_CODE_SESSION_ID ? memoryPlaceFor(env, {}).projectDirectory : null;
}

/** A project's memories, and the session they belong to; null outside a session. */
export interface SessionMemoryPlace extends MemoryPlace {
  sessionId: string | null;
}

/**
 * The memories that a command changes: those of the session `session`, of the project `project` (its slug in the archive, or
 * Claude Code's directory name), of the session the command runs in, else of the checkout it runs in. Refuses a session
 * without a chronicle (CHRONICLE_NOT_FOUND), an unknown project (CHRONICLE_NO_PROJECT), and both at once
 * (CHRONICLE_WRONG_USE).
 */
export function memoryPlaceFor(
  env: Env,
  { session, project }: { session?: string | undefined; project?: string | undefined },
): SessionMemoryPlace {
  const paths = pathsIn(env);
  if (session !== undefined && project !== undefined)
    throw new ChronicleError('CHRONICLE_WRONG_USE', 'Use --session or --project, not both. Nothing was changed.');
  if (project !== undefined) {
    const isDirectory = namesIn(paths.projects).includes(project);
    const directory = isDirectory
      ? project
      : requireProject(ownProjects(env, paths), project, ' Nothing was changed.').directory;
    return { ...memoryPlace(paths, directory), sessionId: null };
  }
  const sessionId =
    session === undefined ? env.variables.CLAUDE_CODE_SESSION_ID || undefined : wholeSessionId(paths, session);
  if (sessionId === undefined)
    return { ...memoryPlace(paths, projectDirectoryOf(checkoutOf(env.cwd), env.variables)), sessionId: null };
  const { projectDirectory } = placeOf(currentChronicle(env, paths, sessionId));
  return { ...memoryPlace(paths, projectDirectory), sessionId };
}

/** Memories are kept with Claude Code's own sessions, so archives elsewhere do not count. */
export function ownProjects(env: Env, { projects, addresses }: Paths): Project[] {
  const place = { roots: [projects], rules: rulesIn(env), addresses };
  const { snapshot } = openArchive({ ...place, origin: 'own', watch: false });
  return [...new Set(snapshot.sessions.map(({ project }) => project))];
}
