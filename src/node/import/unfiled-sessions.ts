import { isAbsolute, normalize } from 'node:path';
import type { FilledSession } from '#src/import/chronicle-of.ts';
import type { HistorySession } from '#src/import/history.ts';
import { byOrigin, ownParts } from '#src/import/read-session.ts';
import { directoryName } from '#src/project/directory-name.ts';
import type { Filing } from './filing.ts';
import type { FoundSession, Transcripts } from './read-transcript.ts';

/** Why a session gets no chronicle. */
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

/** A session that was found, with its place; it is filled in unless `skipped` says why not. */
export interface PlannedSession extends FilledSession {
  filing: Filing;
  skipped: Skipped | null;
  /** What its transcript shows of memory and of ordinary friction; none without a transcript. */
  found: FoundSession | null;
  /** The chronicle that a run before this one made, where the session went on since. */
  outgrown: string | null;
}

/** A session that was found, before it has a place. */
export type Unfiled = FilledSession &
  Pick<PlannedSession, 'skipped' | 'found'> & {
    folder: string;
    /** When its last prompt was sent, in milliseconds. */
    lastAt: number;
  };

/** Every session that transcripts tell of, or the history alone. */
export function unfiledSessions(
  { sessions, ids }: Pick<Transcripts, 'sessions' | 'ids'>,
  history: ReadonlyMap<string, HistorySession>,
): Unfiled[] {
  return [...filledFrom(sessions), ...skeletonsOf(history, ids)];
}

function filledFrom(sessions: readonly FoundSession[]): Unfiled[] {
  const ordered = byOrigin(sessions);
  return ownParts(ordered).map((own, index) => {
    // A copy lies where its original does.
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

/** Sessions of which nothing but their prompts is left. */
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

/** Claude Code writes a path as it was given. */
function plainPath(path: string): string {
  return isAbsolute(path) ? normalize(path) : path;
}
