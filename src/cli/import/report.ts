import { TAGS } from '#src/format/tags.ts';
import type { Imported, ImportResult } from '#src/import/import-transcripts.ts';
import type { PlannedSession } from '#src/import/plan-sessions.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { localTime } from '#src/lib/local-time.ts';
import type { Found } from '#src/transcript/found.ts';
import { compare } from '#src/lib/compare.ts';

/** A run in figures. */
export interface Report {
  /** The id of the import, for `import undo`; null if nothing was written. */
  id: string | null;
  /** The sessions that got a chronicle. */
  sessions: SessionEntry[];
  /** Those that had one, and got facts. */
  completed: SessionEntry[];
  projects: ProjectEntry[];
  /** The found events that are shown, by tag. Null in a dry run, which does not look for any. */
  found: Counts | null;
  /** How many sessions got facts, or would. */
  facts: number;
  /** Counts by kind, the most frequent first. Empty in a dry run. */
  /** How many records of transcripts were left out, by reason. Empty in a dry run. */
  records: Counts;
  skipped: Counts;
  filedBy: Counts;
  /** Deleted directories, with the project that their sessions are filed under. */
  gone: GoneDirectory[];
  leftOut: Counts;
  fromHistory: number;
  ledgerLines: number;
  unnamedPrompts: number;
  files: number;
  bytes: number;
}

/** A deleted directory of sessions, and how its project was found. */
interface GoneDirectory {
  cwd: string;
  project: string;
  by: string;
}

export type Counts = Record<string, number>;

export interface SessionEntry {
  id: string;
  project: string;
  date: string;
  prompts: number;
  /** Null in a dry run. */
  found: Counts | null;
  /** Null in a dry run without a chronicle. */
  path: string | null;
}

export interface ProjectEntry {
  project: string;
  sessions: number;
  completed: number;
  from: string;
  to: string;
  /** How many found events are shown. Null in a dry run. */
  found: number | null;
  /** Below Claude Code's directory of projects. */
  directory: string;
}

/** The name of a session's project: the last part of its path, or the name of its directory if the path is unknown. */
export function projectOf({ filing: { root, cwd, directory } }: Pick<PlannedSession, 'filing'>): string {
  const place = root ?? (directoryName(cwd) === directory ? cwd : directory);
  return place.split(/[\\/]/).findLast((part) => part !== '') ?? directory;
}

export function reportOf(result: ImportResult): Report {
  const { sessions, filled, completed, ledgerLines, transcripts, unnamedPrompts } = result;
  const all = [...filled, ...completed];
  const created = filled.map(({ session }) => session);
  return {
    id: result.id,
    sessions: filled.map(entryOf),
    completed: completed.map(entryOf),
    projects: projectsOf(filled, completed),
    found: countsOf(all),
    facts: all.filter(({ session, problem }) => session.hasTranscript && problem === null).length,
    records: byCount(all.flatMap(({ leftOut }) => Object.entries(leftOut))),
    skipped: byCount(sessions.flatMap(({ skipped }) => (skipped === null ? [] : [[skipped, 1] as const]))),
    filedBy: byCount(created.map(({ filing }) => [filing.by, 1] as const)),
    gone: goneOf(created),
    leftOut: byCount(Object.entries(transcripts.leftOut).filter(([, count]) => count > 0)),
    fromHistory: created.filter(({ hasTranscript }) => !hasTranscript).length,
    ledgerLines,
    unnamedPrompts,
    files: transcripts.files,
    bytes: transcripts.bytes,
  };
}

function entryOf(imported: Imported): SessionEntry {
  const { session, path } = imported;
  return {
    id: session.id,
    project: projectOf(session),
    date: dayOf(session),
    prompts: session.prompts,
    found: countsOf([imported]),
    path,
  };
}

function projectsOf(filled: readonly Imported[], completed: readonly Imported[]): ProjectEntry[] {
  const groups = Map.groupBy([...filled, ...completed], ({ session }) => session.filing.directory);
  const entries = [...groups].flatMap(([directory, own]) => {
    const [first] = own;
    const days = own.map(({ session }) => dayOf(session)).sort();
    const [from, to] = [days[0], days.at(-1)];
    if (!first || from === undefined || to === undefined) return [];
    const created = own.filter(({ session }) => session.chronicle === null).length;
    return [
      {
        project: projectOf(first.session),
        sessions: created,
        completed: own.length - created,
        from,
        to,
        found: shownIn(own)?.length ?? null,
        directory,
      },
    ];
  });
  return entries.sort((a, b) => b.sessions - a.sessions || b.completed - a.completed || compare(a.project, b.project));
}

function goneOf(sessions: readonly PlannedSession[]): GoneDirectory[] {
  const gone = new Map<string, GoneDirectory>();
  for (const session of sessions) {
    const { cwd, filing } = session;
    // A session in a checkout that still exists is filed under that.
    const isGone = filing.by !== 'checkout' && cwd !== '' && cwd !== filing.root;
    if (isGone) gone.set(cwd, { cwd, project: projectOf(session), by: filing.by });
  }
  return [...gone.values()];
}

/** Null in a dry run. */
function countsOf(imported: readonly Imported[]): Counts | null {
  const tags = shownIn(imported)?.map(({ tag }) => tag);
  if (!tags) return null;
  return Object.fromEntries(
    TAGS.map((tag) => [tag, tags.filter((other) => other === tag).length] as const).filter(([, count]) => count > 0),
  );
}

function shownIn(imported: readonly Imported[]): Found[] | null {
  if (imported.some(({ found }) => found === null)) return null;
  return imported.flatMap(({ found }) => found ?? []).filter(({ shown }) => shown);
}

function dayOf({ at }: PlannedSession): string {
  return localTime(new Date(at)).date;
}

function byCount(entries: readonly (readonly [string, number])[]): Counts {
  const counts = new Map<string, number>();
  for (const [kind, count] of entries) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
