import { isAbsolute, normalize } from 'node:path';
import type { FilledSession } from '#src/import/chronicle-of.ts';
import type { HistorySession } from '#src/import/history.ts';
import { byOrigin, ownParts } from '#src/import/read-session.ts';
import { directoryName } from '#src/project/directory-name.ts';
import type { Filing } from './filing.ts';
import type { FoundSession, Transcripts } from './read-transcript.ts';

/** Why a session does not get a chronicle. The words are keys in JSON output. */
export type Skipped =
  | 'has a chronicle'
  | 'went on since it was filled in'
  | 'is running'
  | 'may be running'
  | 'was forgotten'
  | 'lies in an excluded directory'
  | 'has no prompt of a person'
  | 'is only a copy of another session'
  | 'tells no time'
  | 'tells a time that cannot be'
  | 'tells no place'
  | 'is not among those asked for'
  | 'could not be written';

/** A session with its project. It gets a chronicle unless `skipped` says why not. */
export interface PlannedSession extends FilledSession {
  filing: Filing;
  skipped: Skipped | null;
  /** Its transcript; null if it is known from the history only. */
  found: FoundSession | null;
  /** Its chronicle from an earlier backfill, if the session went on since. */
  outgrown: string | null;
}

/** A session before its project is known. */
export type Unfiled = FilledSession &
  Pick<PlannedSession, 'skipped' | 'found'> & {
    folder: string;
    /** When its last prompt was sent, in milliseconds. */
    lastAt: number;
  };

/** Every session in transcripts, or only in the history. */
export function unfiledSessions(
  { sessions, ids }: Pick<Transcripts, 'sessions' | 'ids'>,
  history: ReadonlyMap<string, HistorySession>,
): Unfiled[] {
  return [...filledFrom(sessions), ...skeletonsOf(history, ids)];
}

function filledFrom(sessions: readonly FoundSession[]): Unfiled[] {
  const ordered = byOrigin(sessions);
  return ownParts(ordered).map((own, index) => {
    // A copy is filed with its original.
    const [first = ordered[index]?.prompts[0]] = own.prompts;
    const isCopy = first !== undefined && own.prompts.length === 0;
    return {
      id: own.id,
      at: first?.at ?? Number.NaN,
      cwd: plainPath(first?.cwd ?? ''),
      branch: first?.branch ?? null,
      isAttended: first?.isHeadless !== true,
      began: first?.text ?? '',
      prompts: own.prompts.length,
      hasTranscript: true,
      candidates: own.candidates,
      found: own,
      folder: own.folder,
      lastAt: own.prompts.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY),
      skipped: isCopy ? 'is only a copy of another session' : first ? null : unpromptedReason(own),
    };
  });
}

function unpromptedReason({ untimed }: FoundSession): PlannedSession['skipped'] {
  return untimed > 0 ? 'tells no time' : 'has no prompt of a person';
}

/** Sessions that are only in the prompt history. */
function skeletonsOf(history: ReadonlyMap<string, HistorySession>, ids: ReadonlySet<string>): Unfiled[] {
  return [...history.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, at, project, began, prompts }) => ({
      id,
      at,
      lastAt: at,
      cwd: plainPath(project),
      branch: null,
      isAttended: true,
      began,
      prompts,
      hasTranscript: false,
      candidates: [],
      found: null,
      folder: project === '' ? '' : directoryName(plainPath(project)),
      skipped: null,
    }));
}

/** Normalises a path, since Claude Code writes it as it was entered. */
function plainPath(path: string): string {
  return isAbsolute(path) ? normalize(path) : path;
}
