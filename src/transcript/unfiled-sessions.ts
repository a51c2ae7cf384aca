import { isAbsolute, normalize } from 'node:path';
import type { FilledSession } from '#src/transcript/chronicle-of.ts';
import type { HistorySession } from '#src/transcript/history.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { byOrigin, ownParts } from '#src/transcript/copies.ts';
import type { FoundSession, Transcripts } from '#src/transcript/survey.ts';
import type { Filing } from './filing.ts';
import type { NotRead } from './harvester.ts';

/** Why nothing is added for a session. The words are keys in JSON output. */
export type Skipped =
  | 'has a chronicle'
  | 'is running'
  | 'may be running'
  | 'lies in an excluded directory'
  | 'has no prompt of a person'
  | 'is only a copy of another session'
  | 'tells no time'
  | 'tells a time that cannot be'
  | 'tells no place'
  | 'is not among those asked for'
  | 'could not be written'
  | NotRead;

/** A session with its project. Unless `skipped` says why not, it gets a chronicle, or additions to the one it has. */
export interface PlannedSession extends Omit<FilledSession, 'firstPrompt'> {
  /** The beginning of its first prompt in the history; empty for a session with transcripts, which are read again. */
  firstPrompt: string;
  filing: Filing;
  skipped: Skipped | null;
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
  /** Its transcripts; null if it is known from the history only. */
  found: FoundSession | null;
  /** Its chronicle; null if it is still to be made. */
  chronicle: string | null;
  /** When it began to differ from the session it was copied from, in milliseconds; null for most sessions. */
  began: number | null;
}

/** A session before its project is known. */
export type Unfiled = Omit<PlannedSession, 'filing' | 'chronicle' | 'problem'> & {
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
    const isPartlyCopied = own.prompts.length < (ordered[index]?.prompts.length ?? 0);
    return {
      id: own.id,
      at: first?.at ?? Number.NaN,
      cwd: plainPath(first?.cwd ?? ''),
      branch: first?.branch ?? null,
      isAttended: first?.isHeadless !== true,
      firstPrompt: '',
      prompts: own.prompts.length,
      hasTranscript: true,
      began: isPartlyCopied && first ? first.at : null,
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
      firstPrompt: began,
      prompts,
      hasTranscript: false,
      began: null,
      found: null,
      folder: project === '' ? '' : directoryName(plainPath(project)),
      skipped: null,
    }));
}

/** Normalises a path, since Claude Code writes it as it was entered. */
function plainPath(path: string): string {
  return isAbsolute(path) ? normalize(path) : path;
}
