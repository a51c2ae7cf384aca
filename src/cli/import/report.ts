import { TAGS } from '#src/chronicle/tags.ts';
import type { BackfillResult } from '#src/node/import/backfill.ts';
import type { PlannedSession } from '#src/node/import/unfiled-sessions.ts';
import { directoryName } from '#src/project/directory-name.ts';
import { localTime } from '#src/record/local-time.ts';
import { compare } from '#src/value/compare.ts';

/** A run in figures. */
export interface Report {
  sessions: SessionEntry[];
  projects: ProjectEntry[];
  /** Counts by kind, the most frequent first. */
  candidates: Counts;
  friction: Counts;
  skipped: Counts;
  /** Chronicles whose sessions went on after they were backfilled. */
  outgrown: string[];
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
  candidates: Counts;
  /** Null in a dry run. */
  path: string | null;
}

export interface ProjectEntry {
  project: string;
  sessions: number;
  from: string;
  to: string;
  candidates: number;
  /** Below Claude Code's directory of projects. */
  directory: string;
}

/** The name of a session's project: the last part of its path, or the name of its directory if the path is unknown. */
export function projectOf({ filing: { root, cwd, directory } }: Pick<PlannedSession, 'filing'>): string {
  const place = root ?? (directoryName(cwd) === directory ? cwd : directory);
  return place.split(/[\\/]/).findLast((part) => part !== '') ?? directory;
}

export function reportOf({ sessions, filled, ledgerLines, transcripts, unnamedPrompts }: BackfillResult): Report {
  const done = filled.map(({ session }) => session);
  return {
    sessions: filled.map(({ session, path }) => ({
      id: session.id,
      project: projectOf(session),
      date: dayOf(session),
      prompts: session.prompts,
      candidates: candidatesIn([session]),
      path,
    })),
    projects: projectsOf(done),
    candidates: candidatesIn(done),
    friction: byCount(done.flatMap(({ found }) => [...(found?.friction ?? [])])),
    skipped: byCount(sessions.flatMap(({ skipped }) => (skipped === null ? [] : [[skipped, 1] as const]))),
    outgrown: sessions.flatMap(({ outgrown }) => outgrown ?? []),
    filedBy: byCount(done.map(({ filing }) => [filing.by, 1] as const)),
    gone: goneOf(done),
    leftOut: byCount(Object.entries(transcripts.leftOut).filter(([, count]) => count > 0)),
    fromHistory: done.filter(({ hasTranscript }) => !hasTranscript).length,
    ledgerLines,
    unnamedPrompts,
    files: transcripts.files,
    bytes: transcripts.bytes,
  };
}

function projectsOf(sessions: readonly PlannedSession[]): ProjectEntry[] {
  const groups = Map.groupBy(sessions, ({ filing }) => filing.directory);
  const entries = [...groups].flatMap(([directory, own]) => {
    const [first] = own;
    const days = own.map(dayOf).sort();
    const [from, to] = [days[0], days.at(-1)];
    if (!first || from === undefined || to === undefined) return [];
    const candidates = own.reduce((sum, session) => sum + session.candidates.length, 0);
    return [{ project: projectOf(first), sessions: own.length, from, to, candidates, directory }];
  });
  return entries.sort((a, b) => b.sessions - a.sessions || compare(a.project, b.project));
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

function candidatesIn(sessions: readonly PlannedSession[]): Counts {
  const tags = sessions.flatMap(({ candidates }) => candidates.map(({ tag }) => tag));
  return Object.fromEntries(
    TAGS.map((tag) => [tag, tags.filter((other) => other === tag).length] as const).filter(([, count]) => count > 0),
  );
}

function dayOf({ at }: PlannedSession): string {
  return localTime(new Date(at)).date;
}

function byCount(entries: readonly (readonly [string, number])[]): Counts {
  const counts = new Map<string, number>();
  for (const [kind, count] of entries) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
