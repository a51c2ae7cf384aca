/** Which sessions an import brings in: every session in transcripts or the prompt history, with its project. */
import { existsSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import { chroniclesIn } from '#src/format/projects.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { compare } from '#src/lib/compare.ts';
import type { Config } from '#src/lib/config.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import type { Env } from '#src/lib/env.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import type { Paths } from '#src/lib/paths.ts';
import { exclusionOf } from '#src/record/exclusion.ts';
import { indexedPath } from '#src/record/find.ts';
import { isSessionRunning } from '#src/record/live.ts';
import { byOrigin, ownParts } from '#src/transcript/copies.ts';
import { factsState, KnownFacts, stampsOf, type Unread } from '#src/transcript/facts-file.ts';
import { type FilledSession, hasDay } from './chronicle-of.ts';
import { type Filing, filingOf } from './filing.ts';
import type { HistorySession } from './prompt-history.ts';
import type { FoundSession, Transcripts } from './survey.ts';

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
  | 'is being read'
  | 'was forgotten'
  | NonNullable<Unread>;

/** A session with its project. Unless `skipped` says why not, it gets a chronicle, or additions to the one it has. */
export interface PlannedSession extends FilledSession {
  filing: Filing;
  skipped: Skipped | null;
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
  /** Its transcripts; null if it is known from the history only, which has the beginning of its first prompt. */
  found: FoundSession | null;
  /** Its chronicle; null if it is still to be made. */
  chronicle: string | null;
  /** When it began to differ from the session it was copied from, in milliseconds; null for most sessions. */
  began: number | null;
}

/** A session before its project is known. */
type Unfiled = Omit<PlannedSession, 'filing' | 'chronicle' | 'problem'> & { folder: string };

/**
 * A session may still be running this long after its transcript was written (ms), and a chronicle is not updated later.
 * Models and tools can take minutes, and a transcript does not say that its session has ended.
 */
const MAY_RUN = 10 * 60_000;

interface Planning {
  paths: Paths;
  env: Env;
  transcripts: Transcripts;
  history: ReadonlyMap<string, HistorySession>;
  config: Config;
}

/** Every session in transcripts and history, oldest first, and whether anything is added for it. Writes nothing. */
export function planSessions({ paths, env, config, transcripts, history }: Planning): PlannedSession[] {
  const now = env.now().getTime();
  const known = knownSessions(paths, config.roots, env);
  const facts = new KnownFacts();
  const forgotten = forgottenSessions(paths);
  const sessions = [...inTranscripts(transcripts.sessions), ...inHistory(history, transcripts.ids)];
  const excluded = new Map<string, boolean>();
  const isExcluded = (place: string) => {
    const result = excluded.get(place) ?? exclusionOf(place, config, env.home) !== null;
    excluded.set(place, result);
    return result;
  };
  const planned = sessions.map((session): PlannedSession => {
    const { id, at, found } = session;
    const filing = filingOf(session.cwd, session.folder, env.home);
    const own = found === null ? undefined : known.own.get(id);
    const chronicle = own?.path ?? null;
    const all = { ...session, cwd: filing.cwd, filing, chronicle, problem: null };
    // Forgotten and excluded sessions come first: nothing of them is used.
    if (forgotten.has(id)) return { ...all, skipped: 'was forgotten' };
    if ([session.cwd, filing.root, own?.cwd].some((place) => place && isExcluded(place)))
      return { ...all, skipped: 'lies in an excluded directory' };
    if (session.skipped !== null) return all;
    if (own) {
      const [stamps, isRunning] = [stampsOf(found?.files ?? []), isSessionRunning(env, paths, id)];
      const { skipped, problem } = factsState(own.path, id, { stamps, isRunning, known: facts });
      return { ...all, skipped, problem };
    }
    if (known.hasChronicle(id)) return { ...all, skipped: 'has a chronicle' };
    if (known.isLive(id)) return { ...all, skipped: 'is running' };
    if (filing.directory === '') return { ...all, skipped: 'tells no place' };
    if (!hasDay({ at }) || at > now + DAY_MS) return { ...all, skipped: 'tells a time that cannot be' };
    return { ...all, skipped: found !== null && now - found.writtenMs < MAY_RUN ? 'may be running' : null };
  });
  return planned.sort((a, b) => a.at - b.at || compare(a.id, b.id));
}

function inTranscripts(sessions: readonly FoundSession[]): Unfiled[] {
  const ordered = byOrigin(sessions);
  return ownParts(ordered).map((own, index) => {
    const all = ordered[index]?.prompts ?? [];
    // A copy is filed with its original.
    const [first = all[0]] = own.prompts;
    const isCopy = first !== undefined && own.prompts.length === 0;
    const unprompted = own.untimed > 0 ? ('tells no time' as const) : ('has no prompt of a person' as const);
    return {
      ...{ id: own.id, at: first?.at ?? Number.NaN, cwd: plainPath(first?.cwd ?? ''), branch: first?.branch ?? null },
      ...{ isAttended: first?.isHeadless !== true, firstPrompt: '', prompts: own.prompts.length },
      began: own.prompts.length < all.length && first ? first.at : null,
      ...{ found: own, folder: own.folder },
      skipped: isCopy ? 'is only a copy of another session' : first ? null : unprompted,
    };
  });
}

/** Sessions that are only in the prompt history. */
function inHistory(history: ReadonlyMap<string, HistorySession>, ids: ReadonlySet<string>): Unfiled[] {
  return [...history.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, at, project, began, prompts }) => ({
      ...{ id, at, cwd: plainPath(project), branch: null, isAttended: true, firstPrompt: began, prompts },
      ...{ began: null, found: null, skipped: null },
      folder: project === '' ? '' : directoryName(plainPath(project)),
    }));
}

/** Normalises a path, since Claude Code writes it as it was entered. */
function plainPath(path: string): string {
  return isAbsolute(path) ? normalize(path) : path;
}

/** Which sessions have a chronicle, in Claude Code's directory or these others, or are running. */
export function knownSessions(paths: Paths, roots: readonly string[], { variables }: Pick<Env, 'variables'>) {
  const others = new Map(roots.flatMap(chroniclesBelow));
  const own = new Map(chroniclesBelow(paths.projects));
  const isIndexed = (id: string) => {
    const path = isSessionId(id) ? indexedPath(paths, id) : null;
    return path !== null && existsSync(path);
  };
  return {
    /** Chronicles in Claude Code's directory with the checkout they were recorded in, by session. */
    own,
    // A chronicle with broken front matter is only found through the index.
    hasChronicle: (id: string): boolean => others.has(id) || own.has(id) || isIndexed(id),
    isLive: (id: string): boolean => id === variables.CLAUDE_CODE_SESSION_ID || existsSync(`${paths.live}/${id}`),
  };
}

function chroniclesBelow(root: string): [id: string, chronicle: { path: string; cwd: string }][] {
  return Array.from(chroniclesIn(root)).flatMap(({ path, frontMatter }) => {
    const id = frontMatter.get('session_id');
    return id === undefined ? [] : [[id, { path, cwd: frontMatter.get('cwd') ?? '' }]];
  });
}
