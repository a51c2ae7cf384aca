import { basename, dirname } from 'node:path';
import { withIds } from '#src/format/event-id.ts';
import { readUnchecked } from '#src/format/read.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { isLogged } from '#src/format/event-source.ts';
import { withoutPrompts } from '#src/transcript/without-prompts.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { discard, unlessLocked, withLock } from '#src/lib/lock.ts';
import { keepAcceptedPlan } from '#src/notes/accepted-plan.ts';
import type { Paths } from '#src/lib/paths.ts';
import { sessionZone, type Zone } from '#src/lib/local-time.ts';
import { type LoggedEvent, withMoments } from '#src/transcript/evidence.ts';
import { evidenceOf, type Found, type FoundEvent, foundFacts } from '#src/transcript/found.ts';
import { remoteOf } from '#src/transcript/remote.ts';
import { checkoutOf, checkoutRules } from '#src/lib/checkout.ts';
import type { Harvest } from '#src/transcript/reduce.ts';
import { factsTexts, withSafeTexts } from '#src/transcript/safe-texts.ts';
import { type HarvestReading, readSession } from '#src/transcript/transcript.ts';
import { type FactsSettings, readConfig } from '#src/lib/config.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { projectOfChronicle } from '#src/record/where.ts';
import type { Env } from '#src/lib/env.ts';
import { isCopied } from '#src/transcript/copies.ts';
import { type SafeWords, wordCleaner } from '#src/transcript/safe-words.ts';
import type { SessionTranscripts } from '#src/transcript/transcript-files.ts';
import {
  carriedFacts,
  earlierFacts,
  factsState,
  type KnownFacts,
  placeFacts,
  stampsOf,
  unfinished,
  type Unread,
  writeTemporaryFacts,
} from '#src/transcript/facts-file.ts';

/** Why a session with a chronicle and transcripts was not harvested. The words are keys in JSON output. */
export type NotRead = NonNullable<Unread> | 'is being read' | 'was forgotten';

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
  progress?: ((bytes: number) => void) | undefined;
  /** The facts in the project's directory, if many sessions are harvested. */
  known?: KnownFacts;
}

/** What was harvested of a session. */
export interface Harvested {
  /** Null if it was harvested. */
  skipped: NotRead | null;
  /** The events that were found. */
  found: readonly Found[];
  /** How many lines and records of the transcripts were left out, by reason. */
  leftOut: Readonly<Record<string, number>>;
  /** What is wrong with a file of ours, in a sentence; null if nothing is. */
  problem: string | null;
}

/** What transcripts show, without secrets and without what the settings keep out. */
export interface SafeReading extends HarvestReading {
  /** Removes secrets from the words of its events. */
  safe: SafeWords;
}

interface ReadOptions {
  id: string;
  /** The root of the session's checkout; empty if unknown. */
  project: string;
  began: number | null;
  /** More texts to remove secrets from. */
  words?: readonly string[];
  progress?: ((bytes: number) => void) | undefined;
  /** The commits in its earlier facts. */
  commits?: Facts['commits'];
}

/** An editor may be saving the chronicle (ms). */
const PATIENCE = 5000;

/** Reads transcripts of sessions into their facts. */
export class Harvester {
  readonly #env: Pick<Env, 'now' | 'variables' | 'home'>;
  readonly #paths: Paths;
  readonly #settings: FactsSettings;
  #clean: ReturnType<typeof wordCleaner> | null = null;
  /** What is known of each checkout: an import reads many sessions of one. */
  readonly #remotes = new Map<string, string>();

  constructor(env: Pick<Env, 'now' | 'variables' | 'home'>, paths: Paths, settings: FactsSettings) {
    this.#env = env;
    this.#paths = paths;
    this.#settings = settings;
  }

  /** Harvests a session that has a chronicle. Throws the errors of the disk; the next run does it again then. */
  async harvest(target: HarvestTarget): Promise<Harvested> {
    const { chronicle, sessionId } = target;
    // A lock of its own: who writes to the chronicle does not wait until a transcript is read.
    const done = await unlessLocked(dirname(chronicle), `${sessionId}.harvest`, () => this.#harvest(target));
    return done?.result ?? skip('is being read');
  }

  /** Reads transcripts, and removes secrets and what the settings keep out. */
  async read(
    transcripts: SessionTranscripts,
    { words = [], commits = [], ...options }: ReadOptions,
  ): Promise<SafeReading> {
    const now = this.#env.now().getTime();
    const known = commits.map(({ hash, at, subject }) => ({ hash, at: Date.parse(at), subject }));
    const { variables: env } = this.#env;
    const { projects } = this.#paths;
    const { project } = options;
    const remote = this.#remotes.get(project) ?? (project === '' ? '' : remoteOf(checkoutOf(project).mainTop));
    this.#remotes.set(project, remote);
    const reading = await readSession(transcripts, { ...options, remote, projects, now, env, known });
    const harvest = this.#settings.prompts ? reading.harvest : withoutPrompts(reading.harvest);
    const safe = await this.safeWords([
      ...words,
      ...factsTexts(harvest.facts),
      ...harvest.events.flatMap(({ text, details }) => [text, ...details]),
    ]);
    return { ...reading, harvest: { ...harvest, facts: withSafeTexts(harvest.facts, safe) }, safe };
  }

  /** Completes what was read to facts. */
  factsOf(
    { harvest, safe, leftOut }: SafeReading,
    { transcripts, logged, events = harvest.events }: Completing,
  ): Facts {
    const { head, ...body } = harvest.facts;
    const found = foundFacts(events, { safe, sha1: sha1Of, prompts: head.prompts, logged });
    const harvested = this.#env.now().toISOString();
    return {
      head: { ...head, harvested, transcripts, logged: logged.length },
      ...{ found, ...body, evidence: evidenceOf(found), skipped: leftOut },
    };
  }

  /**
   * Writes facts next to a chronicle, unless that is gone or its session was forgotten meanwhile. Returns what is wrong, or
   * null.
   */
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
    if ('skipped' in earlier) return skip(earlier.skipped, earlier.problem);
    const frontMatter = frontMatterOf(chronicle);
    const started = Date.parse(frontMatter?.get('started') ?? '');
    const commits = earlier.facts?.commits ?? [];
    const project = frontMatter?.get('cwd') ?? '';
    const reading = await this.#readOwn(target, { project, started, commits });
    const { harvest, leftOut } = reading;
    const facts = this.factsOf(reading, {
      transcripts: isRunning ? unfinished(stamps) : stamps,
      logged: loggedIn(chronicle, sessionZone(frontMatter?.get('utc_offset'))),
      ...(isRunning && { events: beforeLastPrompt(harvest) }),
    });
    const problem = this.#keep(chronicle, state.path, carriedFacts(earlier.facts, facts));
    if (!isRunning && frontMatter?.get('attended') !== 'no') {
      const rules = checkoutRules(readConfig(this.#paths).config, this.#env.home);
      keepAcceptedPlan(this.#paths, projectOfChronicle(chronicle, rules), facts);
    }
    return { skipped: null, found: facts.found, leftOut, problem };
  }

  /** Reads what is the session's own. If its transcript turns out to begin with a copy, reads it again without that. */
  async #readOwn(
    target: HarvestTarget,
    { started, ...own }: Pick<ReadOptions, 'project' | 'commits'> & { started: number },
  ): Promise<SafeReading> {
    const { sessionId, chronicle, transcripts, began, progress } = target;
    const reading = await this.read(transcripts, { id: sessionId, ...own, began, progress });
    const maybe = { id: sessionId, chronicle, files: transcripts.files, began: started };
    if (began !== null || !isCopied(reading.harvest.facts, maybe)) return reading;
    return this.read(transcripts, { id: sessionId, ...own, began: started, progress });
  }
}

/** What only the caller knows of a session's facts. */
interface Completing {
  transcripts: Facts['head']['transcripts'];
  /** The logged events of its chronicle. */
  logged: readonly LoggedEvent[];
  /** What was found, if that is less than everything. */
  events?: readonly FoundEvent[];
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

function skip(skipped: NotRead | null, problem: string | null = null): Harvested {
  return { skipped, found: [], leftOut: {}, problem };
}
