/**
 * Reads the transcripts of one session into its facts:
 *
 *     find chronicle and transcripts -> read -> remove secrets -> facts
 *
 * Whatever moment it is stopped at, the next run gives the same result, since facts are replaced as a whole.
 */
import { basename, dirname } from 'node:path';
import { withIds } from '#src/format/event-id.ts';
import { isLogged } from '#src/format/event-source.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { readUnchecked } from '#src/format/read.ts';
import { checkoutOf, checkoutRules } from '#src/lib/checkout.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Config, type ReadConfig, readConfig } from '#src/lib/config.ts';
import { sha1Of } from '#src/lib/digest.ts';
import type { Env } from '#src/lib/env.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { asText } from '#src/lib/latin1.ts';
import { sessionZone, type Zone } from '#src/lib/local-time.ts';
import { discard, unlessLocked, withLock } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { keepAcceptedPlan } from '#src/notes/find-plans.ts';
import { exclusionOfSession } from '#src/record/exclusion.ts';
import { findAnywhere, findByIndex } from '#src/record/find.ts';
import { isSessionRunning } from '#src/record/live.ts';
import { projectOfChronicle } from '#src/record/where.ts';
import { isCopied } from '#src/transcript/copies.ts';
import { type LoggedEvent, withMoments } from '#src/transcript/evidence.ts';
import type { Facts } from '#src/transcript/facts.ts';
import {
  carriedFacts,
  earlierFacts,
  factsState,
  type KnownFacts,
  placeFacts,
  stampsOf,
  type Unread,
  unfinished,
  writeTemporaryFacts,
} from '#src/transcript/facts-file.ts';
import { evidenceOf, type Found, foundFacts } from '#src/transcript/found.ts';
import type { Harvest } from '#src/transcript/reduce.ts';
import { remoteOf } from '#src/transcript/remote.ts';
import { factsTexts, withoutPrompts, withSafeTexts } from '#src/transcript/safe-texts.ts';
import { type SafeWords, safeWords } from '#src/transcript/safe-words.ts';
import { readSession } from '#src/transcript/transcript.ts';
import { type SessionTranscripts, sessionTranscripts } from '#src/transcript/transcript-files.ts';

/** What became of the facts of one session. */
export interface FactsUpdate {
  /** Its chronicle; null if it has none. */
  chronicle: string | null;
  /** Why its transcripts were not read; null if they were. The words are keys in JSON output. */
  skipped:
    | NonNullable<Unread>
    | 'is being read'
    | 'was forgotten'
    | 'lies in an excluded directory'
    | 'has no chronicle'
    | 'has no transcript'
    | null;
  /** The events that were found. */
  found: readonly Found[];
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
}

export interface UpdateRequest {
  sessionId: string;
  /** The transcript that the host named; null to find it by the session's id. */
  transcript: string | null;
  /** How the session began, in the host's words, such as `startup` or `fork`; null if unknown. */
  source?: string | null;
}

/** A session without a chronicle is usual after `/clear`, so it is not looked for longer (ms). */
const SEARCH_PATIENCE = 2000;
/** An editor may be saving the chronicle (ms). */
const PATIENCE = 5000;

/**
 * Reads the transcripts of a session that has a chronicle, if they show more than its facts. Throws CHRONICLE_BAD_CONFIG while
 * the excluded directories are unknown, and the errors of the disk; the next run does it again then.
 */
export async function updateFacts(
  env: Env,
  paths: Paths,
  { sessionId, transcript, source }: UpdateRequest,
): Promise<FactsUpdate> {
  const settings = usableSettings(paths);
  const chronicle = findByIndex(paths, sessionId) ?? findAnywhere(paths, sessionId, SEARCH_PATIENCE);
  if (chronicle === null) return skip(chronicle, 'has no chronicle');
  const frontMatter = frontMatterOf(chronicle);
  const cwd = frontMatter?.get('cwd');
  if (forgottenSessions(paths).has(sessionId)) return skip(chronicle, 'was forgotten');
  if (cwd !== undefined && exclusionOfSession(checkoutOf(cwd), settings, env) !== null)
    return skip(chronicle, 'lies in an excluded directory');
  const transcripts = sessionTranscripts(paths, sessionId, transcript);
  if (transcripts.files.length === 0) return skip(chronicle, 'has no transcript');
  const began = source === 'fork' ? Date.parse(frontMatter?.get('started') ?? '') : Number.NaN;
  const target = { sessionId, chronicle, transcripts, began: Number.isNaN(began) ? null : began };
  return updateFactsOf({ env, paths, config: settings.config }, target);
}

/** The settings. Throws CHRONICLE_BAD_CONFIG while the excluded directories are unknown. */
export function usableSettings(paths: Paths): ReadConfig {
  const settings = readConfig(paths);
  if (!settings.isExcludeLost) return settings;
  throw new ChronicleError(
    'CHRONICLE_BAD_CONFIG',
    `${settings.problem} Until then, the excluded directories are unknown. Nothing was changed.`,
  );
}

/** For whom transcripts are read, and with which settings. */
export interface Reader {
  env: Env;
  paths: Paths;
  config: Config;
}

/** A session whose facts are to be brought up to date. */
export interface UpdateTarget {
  sessionId: string;
  /** The path of its chronicle. */
  chronicle: string;
  transcripts: SessionTranscripts;
  /** When a copy began to be a session of its own, in milliseconds; null if it is not a copy, or if that is unknown. */
  began: number | null;
  /** The facts in the project's directory, if many sessions are read. */
  known?: KnownFacts;
}

interface ReadOptions {
  id: string;
  /** The root of the session's checkout; empty if unknown. */
  project: string;
  began: number | null;
  /** More texts to remove secrets from. */
  words?: readonly string[];
  /** The commits in its earlier facts. */
  commits?: Facts['commits'];
}

/** What transcripts show, without secrets and without what the settings keep out. `safe` removes secrets from the words of events. */
type SafeReading = Harvest & { safe: SafeWords };

/** Brings the facts of a session with a chronicle up to date. Throws the errors of the disk; the next run does it again then. */
export async function updateFactsOf(by: Reader, target: UpdateTarget): Promise<FactsUpdate> {
  const { chronicle, sessionId } = target;
  // A lock of its own: who writes to the chronicle does not wait until a transcript is read.
  const done = await unlessLocked(dirname(chronicle), `${sessionId}.harvest`, () => updateUnlocked(by, target));
  return done?.result ?? skip(chronicle, 'is being read');
}

async function updateUnlocked(by: Reader, target: UpdateTarget): Promise<FactsUpdate> {
  const { env, paths, config } = by;
  const { sessionId: id, chronicle, transcripts, known } = target;
  const isRunning = isSessionRunning(env, paths, id);
  const stamps = stampsOf(transcripts.files);
  const state = factsState(chronicle, id, { stamps, isRunning, known });
  if (state.skipped !== null) return skip(chronicle, state.skipped, state.problem);
  const earlier = earlierFacts(state);
  if ('skipped' in earlier) return skip(chronicle, earlier.skipped, earlier.problem);
  const frontMatter = frontMatterOf(chronicle);
  const options = { id, project: frontMatter?.get('cwd') ?? '', commits: earlier.facts?.commits ?? [] };
  let reading = await readSafely(by, transcripts, { ...options, began: target.began });
  // A transcript that turns out to begin with a copy is read again without that. Earlier facts may know it.
  const began = Date.parse(frontMatter?.get('started') ?? '');
  const beganAt = ({ prompts: [first] }: Pick<Facts, 'prompts'>) => Date.parse(first?.at ?? '');
  const wasCopied = earlier.facts !== null && beganAt(earlier.facts) > beganAt(reading.facts);
  if (target.began === null && (wasCopied || isCopied(reading.facts, transcripts.files, began)))
    reading = await readSafely(by, transcripts, { ...options, began });
  const logged = loggedIn(chronicle, sessionZone(frontMatter?.get('utc_offset')));
  const [read, stamped] = isRunning ? [beforeLastPrompt(reading), unfinished(stamps)] : [reading, stamps];
  const facts = factsOf(env, read, stamped, logged);
  const problem = keepFacts(paths, chronicle, state.path, carriedFacts(earlier.facts, facts));
  if (!isRunning && frontMatter?.get('attended') !== 'no')
    keepAcceptedPlan(paths, projectOfChronicle(chronicle, checkoutRules(config, env.home), frontMatter), facts);
  return { chronicle, skipped: null, found: facts.found, problem };
}

/** Reads transcripts, and removes secrets and what the settings keep out. */
export async function readSafely(
  { env, paths, config }: Reader,
  transcripts: SessionTranscripts,
  { words = [], commits = [], id, project, began }: ReadOptions,
): Promise<SafeReading> {
  const whole = await readSession(transcripts, {
    ...{ id, project, began, remote: project === '' ? '' : remoteOf(checkoutOf(project).mainTop) },
    known: commits.map(({ hash, at, subject }) => ({ hash, at: Date.parse(at), subject })),
    ...{ projects: paths.projects, now: env.now().getTime(), env: env.variables },
  });
  const read = config.facts.prompts ? whole : withoutPrompts(whole);
  const said = read.events.flatMap(({ text, details }) => [text, ...details]);
  const safe = await safeWords([...words, ...factsTexts(read.facts), ...said]);
  return { ...read, facts: withSafeTexts(read.facts, safe), safe };
}

/** Completes what was read to facts, with what only the caller knows: the transcripts, and the logged events of the chronicle. */
export function factsOf(
  env: Pick<Env, 'now'>,
  { events, safe, facts: { head, ...body } }: SafeReading,
  transcripts: Facts['head']['transcripts'],
  logged: readonly LoggedEvent[] = [],
): Facts {
  const found = foundFacts(events, { safe, sha1: sha1Of, prompts: head.prompts, logged });
  return {
    head: { ...head, harvested: env.now().toISOString(), transcripts, logged: logged.length },
    ...{ found, ...body, evidence: evidenceOf(found) },
  };
}

/** Writes facts next to a chronicle, unless that is gone or its session was forgotten meanwhile. Returns what is wrong, or null. */
function keepFacts(paths: Paths, chronicle: string, path: string, facts: Facts): string | null {
  const { session_id: sessionId } = facts.head;
  const temporary = writeTemporaryFacts(dirname(chronicle), facts);
  if (temporary === null) return tooLarge(sessionId);
  try {
    // Those who delete chronicles take this lock.
    withLock(dirname(chronicle), basename(chronicle), PATIENCE, () => {
      const isOwn = frontMatterOf(chronicle)?.get('session_id') === sessionId;
      if (!isOwn || forgottenSessions(paths).has(sessionId)) return;
      flushDirectory(placeFacts(paths, path, temporary));
    });
  } finally {
    discard(temporary);
  }
  return null;
}

/** The logged events in a chronicle's file, with their times. */
function loggedIn(chronicle: string, zone: Zone): LoggedEvent[] {
  const body = readUnchecked(asText(readRegularFile(chronicle).text));
  return withMoments(withIds(body?.events ?? []).filter(isLogged), zone);
}

/** Says that facts could not be read again. */
export function tooLarge(sessionId: string): string {
  return `The transcript of session ${sessionId} shows more than a facts file may have, so no facts were written.`;
}

/** Of a running session without the events of its last turn: what that shows may change. */
function beforeLastPrompt(reading: SafeReading): SafeReading {
  const last = Date.parse(reading.facts.prompts.at(-1)?.at ?? '');
  return { ...reading, events: reading.events.filter(({ origin }) => origin.at < last) };
}

function skip(chronicle: string | null, skipped: FactsUpdate['skipped'], problem: string | null = null): FactsUpdate {
  return { chronicle, skipped, found: [], problem };
}
