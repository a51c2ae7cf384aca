import { isAbsolute, normalize } from 'node:path';
import type { FilledSession } from '../../backfill/chronicle-of.ts';
import type { HistorySession } from '../../backfill/history.ts';
import { ownParts } from '../../backfill/own-parts.ts';
import { byOrigin } from '../../backfill/read-session.ts';
import { directoryName } from '../../project/directory-name.ts';
import type { PlannedSession } from './plan-backfill.ts';
import type { FoundSession, Transcripts } from './read-transcripts.ts';

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
