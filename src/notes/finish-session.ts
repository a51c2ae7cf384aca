/**
 * What is done when a session has ended: by the hook at its end, and for a session that was killed by the next one's start
 * or by `chronicle doctor --fix`.
 */
import { countedSummary, readUnchecked, hasCount, withRenewedCount } from '#src/format/read.ts';
import { summaryAppendix } from '#src/format/edit.ts';
import { isLogged } from '#src/format/event-source.ts';
import { replaceFile } from '#src/lib/files.ts';
import { checkoutOf, checkoutRules } from '#src/lib/checkout.ts';
import type { Layer, ReadConfig } from '#src/lib/config.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { isThere } from '#src/lib/is-there.ts';
import { exclusionOfSession, layersOf } from '#src/record/exclusion.ts';
import { findByIndex } from '#src/record/find.ts';
import { queueHarvest } from '#src/record/harvest-queue.ts';
import { orphans, readState, removeLive } from '#src/record/live.ts';
import { projectOfChronicle } from '#src/record/where.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Paths, notebookPath } from '#src/lib/paths.ts';
import { canHarvest } from '#src/record/harvest-queue.ts';
import { indexNotebook } from './notebook-index-file.ts';
import { keepPending } from './pending.ts';

/** How long to wait for others who write the chronicle (ms). The host ends a plugin's SessionEnd hook after 1.5 s (2.1.329). */
const PATIENCE = 900;
/** A session's start waits while others are finished; what does not fit is left to the next one (ms). */
const FINISHING_PATIENCE = 500;

export interface EndedSession {
  /** Of its chronicle. */
  path: string;
  sessionId: string;
  /** As the host named it; undefined if only we know it. */
  transcript: string | undefined;
  /** The branch on which it ended; null if nobody knows. */
  branch: string | null;
  layers: readonly Layer[];
}

/**
 * Gives the chronicle its machine summary, keeps for the next session what is open or unobserved, and ends the session's
 * live state. Throws only if the chronicle cannot be finished; other failures go to `warn`.
 */
export function finishSession(
  paths: Paths,
  env: Env,
  { config }: ReadConfig,
  session: EndedSession,
  warn: (error: unknown) => void,
): void {
  const { path, sessionId, layers } = session;
  replaceFile(path, PATIENCE, withMachineSummary);
  const rules = checkoutRules(config, env.home);
  const steps = [
    () => layers.includes('observations') && keepUnobserved(),
    () => removeLive(paths, sessionId),
    () => isThere(notebookPath(path)) && indexNotebook(paths, path, rules, session.branch),
  ];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      warn(error);
    }
  }

  function keepUnobserved(): void {
    const frontMatter = frontMatterOf(path);
    if (frontMatter?.get('attended') === 'no') return;
    const { root } = projectOfChronicle(path, rules, frontMatter);
    keepPending(paths, sessionId, root, session.transcript ?? null, env.now());
  }
}

/**
 * Finishes sessions that never got a SessionEnd (killed, crashed, powered off), and queues their transcripts. Leaves those of
 * excluded directories alone, and reads only the entries of sessions marked as running. One failure does not keep it from
 * the others. Returns whether transcripts wait to be read because of it.
 */
export function finishKilledSessions(
  paths: Paths,
  env: Env,
  settings: ReadConfig,
  currentSession: string,
): { hasQueued: boolean; failures: unknown[] } {
  const deadline = Date.now() + FINISHING_PATIENCE;
  const done = { hasQueued: false, failures: [] as unknown[] };
  for (const sessionId of orphans(paths, env.host, currentSession)) {
    if (Date.now() > deadline) break;
    try {
      const state = readState(paths, sessionId);
      const checkout = state?.directory === undefined ? null : checkoutOf(state.directory);
      const isExcluded = checkout !== null && exclusionOfSession(checkout, settings, env) !== null;
      const path = isExcluded ? null : findByIndex(paths, sessionId);
      if (path === null) {
        removeLive(paths, sessionId);
        continue;
      }
      if (canHarvest()) {
        queueHarvest(paths, sessionId, state ?? {}, env.now());
        done.hasQueued = true;
      }
      const layers = checkout === null ? [] : layersOf(checkout, settings.config, env.home);
      const session = { path, sessionId, transcript: undefined, branch: null, layers };
      finishSession(paths, env, settings, session, (error) => done.failures.push(error));
    } catch (error) {
      done.failures.push(error);
      // A full disk may get room again. A broken file is reported once, not at every start.
      if (error instanceof ChronicleError && error.code === 'CHRONICLE_BROKEN') removeLive(paths, sessionId);
    }
  }
  return done;
}

/**
 * The chronicle of a session that ends: with a machine summary below `## Summary` at the end if nobody wrote one, or with
 * up-to-date counts in the one it has. All other bytes are kept, and the whole text if it has no events or a written
 * summary. Takes text or Latin-1.
 */
function withMachineSummary(text: string): string {
  const chronicle = readUnchecked(text);
  if (!chronicle?.events.some(isLogged)) return text;
  const { kind, lead } = chronicle.summary;
  if (kind === 'none') return text + summaryAppendix(text, countedSummary(chronicle.events));
  if (kind !== 'machine') return text;
  return hasCount(lead) ? withRenewedCount(text) : text + summaryAppendix(text, countedSummary(chronicle.events));
}
