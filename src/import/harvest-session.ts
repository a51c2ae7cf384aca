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
import { type ReadConfig, readConfig } from '#src/lib/config.ts';
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
import { evidenceOf, type Found, type FoundEvent, foundFacts } from '#src/transcript/found.ts';
import type { Harvest } from '#src/transcript/reduce.ts';
import { remoteOf } from '#src/transcript/remote.ts';
import { factsTexts, withSafeTexts } from '#src/transcript/safe-texts.ts';
import { type SafeWords, wordCleaner } from '#src/transcript/safe-words.ts';
import { readSession } from '#src/transcript/transcript.ts';
import { type SessionTranscripts, sessionTranscripts } from '#src/transcript/transcript-files.ts';
import { withoutPrompts } from '#src/transcript/without-prompts.ts';
import { isSessionRunning } from './is-session-running.ts';

/** What was read of a session with a chronicle and transcripts. */
export interface Harvested {
  /** Why it was not read; null if it was. The words are keys in JSON output. */
  skipped: NonNullable<Unread> | 'is being read' | 'was forgotten' | null;
  /** The events that were found. */
  found: readonly Found[];
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
}

export interface HarvestRequest {
  sessionId: string;
  /** The transcript that the host named; null to find it by the session's id. */
  transcript: string | null;
  /** How the session began, in the host's words, such as `startup` or `fork`; null if unknown. */
  source?: string | null;
}

/** What became of one session. `chronicle` is the path of its chronicle, null if it has none. */
export interface HarvestOutcome extends Omit<Harvested, 'skipped'> {
  chronicle: string | null;
  skipped: Harvested['skipped'] | 'lies in an excluded directory' | 'has no chronicle' | 'has no transcript';
}

/** Nobody waits for a harvest, but a session without a chronicle is usual after `/clear` (ms). */
const SEARCH_PATIENCE = 2000;
/** An editor may be saving the chronicle (ms). */
const PATIENCE = 5000;

/**
 * Harvests one session that has a chronicle. Throws CHRONICLE_BAD_CONFIG while the excluded directories are unknown, and the
 * errors of the disk; the next run does it again then.
 */
export async function harvestSession(
  env: Env,
  paths: Paths,
  { sessionId, transcript, source }: HarvestRequest,
): Promise<HarvestOutcome> {
  const settings = usableSettings(paths);
  const chronicle = findByIndex(paths, sessionId) ?? findAnywhere(paths, sessionId, SEARCH_PATIENCE);
  const skip = (skipped: HarvestOutcome['skipped']) => ({ chronicle, found: [], problem: null, skipped });
  if (chronicle === null) return skip('has no chronicle');
  const frontMatter = frontMatterOf(chronicle);
  const cwd = frontMatter?.get('cwd');
  if (forgottenSessions(paths).has(sessionId)) return skip('was forgotten');
  if (cwd !== undefined && exclusionOfSession(checkoutOf(cwd), settings, env) !== null)
    return skip('lies in an excluded directory');
  const transcripts = sessionTranscripts(paths, sessionId, transcript);
  if (transcripts.files.length === 0) return skip('has no transcript');
  const began = source === 'fork' ? Date.parse(frontMatter?.get('started') ?? '') : Number.NaN;
  const harvested = await new Harvester(env, paths, settings).harvest({
    ...{ sessionId, chronicle, transcripts, began: Number.isNaN(began) ? null : began },
    isRunning: isSessionRunning(env, paths, sessionId),
  });
  return { chronicle, ...harvested };
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

/** A session to harvest. */
export interface HarvestTarget {
  sessionId: string;
  /** The path of its chronicle. */
  chronicle: string;
  transcripts: SessionTranscripts;
  /** When a copy began to be a session of its own, in milliseconds; null if it is not a copy, or if that is unknown. */
  began: number | null;
  /** Its last turn is left for later then, since what that shows may change. */
  isRunning: boolean;
  /** The facts in the project's directory, if many sessions are harvested. */
  known?: KnownFacts;
}

/** What transcripts show, without secrets and without what the settings keep out. `safe` removes secrets from the words of events. */
interface SafeReading {
  harvest: Harvest;
  safe: SafeWords;
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

/** What only the caller knows of a session's facts: its transcripts, and the logged events of its chronicle. */
interface Completing {
  transcripts: Facts['head']['transcripts'];
  logged: readonly LoggedEvent[];
}

/** Reads transcripts of sessions into their facts. */
export class Harvester {
  readonly #env: Pick<Env, 'now' | 'variables' | 'home'>;
  readonly #paths: Paths;
  readonly #config: ReadConfig['config'];
  #clean: ReturnType<typeof wordCleaner> | null = null;
  /** By checkout: an import reads many sessions of one. */
  readonly #remotes = new Map<string, string>();

  constructor(env: Pick<Env, 'now' | 'variables' | 'home'>, paths: Paths, { config }: Pick<ReadConfig, 'config'>) {
    this.#env = env;
    this.#paths = paths;
    this.#config = config;
  }

  /** Harvests a session that has a chronicle. Throws the errors of the disk; the next run does it again then. */
  async harvest(target: HarvestTarget): Promise<Harvested> {
    const { chronicle, sessionId } = target;
    // A lock of its own: who writes to the chronicle does not wait until a transcript is read.
    const done = await unlessLocked(dirname(chronicle), `${sessionId}.harvest`, () => this.#harvest(target));
    return done?.result ?? skip('is being read');
  }

  /** Reads transcripts, and removes secrets and what the settings keep out. */
  async read(transcripts: SessionTranscripts, options: ReadOptions): Promise<SafeReading> {
    const { words = [], commits = [], id, project, began } = options;
    const known = commits.map(({ hash, at, subject }) => ({ hash, at: Date.parse(at), subject }));
    const remote = this.#remotes.get(project) ?? (project === '' ? '' : remoteOf(checkoutOf(project).mainTop));
    this.#remotes.set(project, remote);
    const read = await readSession(transcripts, {
      ...{ id, project, began, remote, known, projects: this.#paths.projects },
      ...{ now: this.#env.now().getTime(), env: this.#env.variables },
    });
    const harvest = this.#config.facts.prompts ? read : withoutPrompts(read);
    const safe = await this.safeWords([
      ...words,
      ...factsTexts(harvest.facts),
      ...harvest.events.flatMap(({ text, details }) => [text, ...details]),
    ]);
    return { harvest: { ...harvest, facts: withSafeTexts(harvest.facts, safe) }, safe };
  }

  /** Completes what was read to facts. `events` are those to keep. */
  factsOf({ harvest, safe }: SafeReading, { transcripts, logged }: Completing, events = harvest.events): Facts {
    const { head, ...body } = harvest.facts;
    const found = foundFacts(events, { safe, sha1: sha1Of, prompts: head.prompts, logged });
    const harvested = this.#env.now().toISOString();
    return {
      head: { ...head, harvested, transcripts, logged: logged.length },
      ...{ found, ...body, evidence: evidenceOf(found) },
    };
  }

  /** Removes secrets from words, for a session without transcripts. */
  async safeWords(words: readonly string[]): Promise<SafeWords> {
    this.#clean ??= wordCleaner();
    return (await this.#clean)(words);
  }

  async #harvest(target: HarvestTarget): Promise<Harvested> {
    const { sessionId, chronicle, transcripts, isRunning } = target;
    const stamps = stampsOf(transcripts.files);
    const state = factsState(chronicle, sessionId, { stamps, isRunning, known: target.known });
    if (state.skipped !== null) return skip(state.skipped, state.problem);
    const earlier = earlierFacts(state);
    if ('skipped' in earlier) return skip(earlier.skipped ?? 'is being read', earlier.problem);
    const frontMatter = frontMatterOf(chronicle);
    const reading = await this.#readOwn(target, {
      started: Date.parse(frontMatter?.get('started') ?? ''),
      commits: earlier.facts?.commits ?? [],
      project: frontMatter?.get('cwd') ?? '',
    });
    const { harvest } = reading;
    const logged = loggedIn(chronicle, sessionZone(frontMatter?.get('utc_offset')));
    const facts = this.factsOf(
      reading,
      { transcripts: isRunning ? unfinished(stamps) : stamps, logged },
      isRunning ? beforeLastPrompt(harvest) : harvest.events,
    );
    const problem = this.#keep(chronicle, state.path, carriedFacts(earlier.facts, facts));
    if (!isRunning && frontMatter?.get('attended') !== 'no') {
      const rules = checkoutRules(this.#config, this.#env.home);
      keepAcceptedPlan(this.#paths, projectOfChronicle(chronicle, rules, frontMatter), facts);
    }
    return { skipped: null, found: facts.found, problem };
  }

  /** Reads what is the session's own. If its transcript turns out to begin with a copy, reads it again without that. */
  async #readOwn(
    { sessionId: id, chronicle, transcripts, began }: HarvestTarget,
    { started, ...own }: { started: number; project: string; commits: Facts['commits'] },
  ): Promise<SafeReading> {
    const reading = await this.read(transcripts, { id, ...own, began });
    const maybe = { id, chronicle, files: transcripts.files, began: started };
    if (began !== null || !isCopied(reading.harvest.facts, maybe)) return reading;
    return this.read(transcripts, { id, ...own, began: started });
  }

  /** Writes facts next to a chronicle, unless that is gone or its session was forgotten meanwhile. Returns what is wrong, or null. */
  #keep(chronicle: string, path: string, facts: Facts): string | null {
    const { session_id: sessionId } = facts.head;
    const temporary = writeTemporaryFacts(dirname(chronicle), facts);
    if (temporary === null) return tooLarge(facts);
    try {
      // Those who delete chronicles take this lock.
      withLock(dirname(chronicle), basename(chronicle), PATIENCE, () => {
        const isOwn = frontMatterOf(chronicle)?.get('session_id') === sessionId;
        if (!isOwn || forgottenSessions(this.#paths).has(sessionId)) return;
        flushDirectory(placeFacts(this.#paths, path, temporary));
      });
    } finally {
      discard(temporary);
    }
    return null;
  }
}

/** The logged events in a chronicle's file, with their times. */
function loggedIn(chronicle: string, zone: Zone): LoggedEvent[] {
  const body = readUnchecked(asText(readRegularFile(chronicle).text));
  return withMoments(withIds(body?.events ?? [], sha1Of).filter(isLogged), zone);
}

/** Facts that could not be read again. */
export function tooLarge({ head }: Facts): string {
  return `The transcript of session ${head.session_id} shows more than a facts file may have, so no facts were written.`;
}

/** The events of a running session that can no longer change. */
function beforeLastPrompt({ events, facts }: Harvest): FoundEvent[] {
  const last = Date.parse(facts.prompts.at(-1)?.at ?? '');
  return events.filter(({ origin }) => origin.at < last);
}

function skip(skipped: NonNullable<Harvested['skipped']>, problem: string | null = null): Harvested {
  return { skipped, found: [], problem };
}
