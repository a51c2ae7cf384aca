/**
 * What is done when a session has ended: by the hook at its end, and for a session that was killed by the next one's start
 * or by `chronicle doctor --fix`.
 */
import { countedSummary, recounted, withRenewedCount } from '#src/format/counted-summary.ts';
import { summaryAppendix } from '#src/format/edit.ts';
import { readUnchecked } from '#src/format/read.ts';
import { isLogged } from '#src/format/event-source.ts';
import { replaceFile } from '#src/lib/files.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { discard } from '#src/lib/work-directory.ts';
import { checkoutRules } from '#src/lib/checkout-rules.ts';
import type { ReadConfig } from '#src/lib/config.ts';
import { type FrontMatterValues, frontMatterOf } from '#src/format/front-matter-of.ts';
import { isThere } from '#src/lib/is-there.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { notebookOf, readOwnNotebook } from '#src/notes/notebook-file.ts';
import { mergeSession } from '#src/notes/book-file.ts';
import { exclusionOfSession } from '#src/record/exclusion.ts';
import { findByIndex } from '#src/record/find.ts';
import { queueHarvest } from '#src/record/harvest-queue.ts';
import { layersOf } from '#src/record/layers.ts';
import { orphans, removeLive } from '#src/record/live.ts';
import { readState } from '#src/record/live-state.ts';
import { readObserver, reviseObserver, transcriptOf } from '#src/notes/observer-file.ts';
import { countGrowth } from '#src/notes/observer-growth.ts';
import { openNotesPath, writeOpenNotesEntry } from '#src/notes/open-notes-entry.ts';
import { unobservedPath, writeUnobserved } from '#src/notes/unobserved-entry.ts';
import { projectOfChronicle } from '#src/record/where.ts';
import type { World } from '#src/lib/world.ts';
import { isNothing, openNotes } from '#src/notes/open-notes.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layer } from '#src/lib/layers.ts';
import { type Layout, notebookPath } from '#src/lib/paths.ts';
import { newTokens } from '#src/notes/observer.ts';
import { canHarvest } from '../record/start-harvester.ts';

/** How long to wait for others who write the chronicle (ms). The host ends a plugin's SessionEnd hook after 1.5 s (2.1.329). */
const PATIENCE = 900;
/** A session's start waits while others are finished; what does not fit is left to the next one (ms). */
const FINISHING_PATIENCE = 500;
/** With less, the next session is told nothing (estimated tokens; the figure of observational memory). */
const WORTH_TELLING = 5000;
/** Whoever only counts notes needs none of their ids, which take most of the time. */
const NO_IDS = () => '';

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
 * live state. Throws only if the chronicle cannot be finished; other failures go to `warn`. `at` is when it ended, or when a
 * killed session last started.
 */
export function finishSession(
  layout: Layout,
  world: World,
  { config }: ReadConfig,
  session: EndedSession,
  warn: (error: unknown) => void,
  at: Date = world.now(),
): void {
  const { path, sessionId, layers } = session;
  replaceFile(path, PATIENCE, withMachineSummary);
  const rules = checkoutRules(config, world.home);
  const isObserved = layers.includes('observations');
  const steps = [
    () => isObserved && keepUnobserved(layout, session, rules, world.now()),
    () => removeLive(layout, sessionId),
    () => isThere(notebookPath(path)) && keepOpenNotes(layout, session, rules, at),
    () => isObserved && isThere(notebookPath(path)) && mergeSession(layout, path, rules, session.branch),
  ];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      warn(error);
    }
  }
}

/**
 * Finishes sessions that never got a SessionEnd (killed, crashed, powered off), and queues their transcripts. Leaves those of
 * excluded directories alone, and reads only the entries of sessions marked as running. One failure does not keep it from
 * the others. Returns whether transcripts wait to be read because of it.
 */
export function finishKilledSessions(
  layout: Layout,
  world: World,
  settings: ReadConfig,
  currentSession: string,
): { hasQueued: boolean; failures: unknown[] } {
  const deadline = Date.now() + FINISHING_PATIENCE;
  const done = { hasQueued: false, failures: [] as unknown[] };
  for (const sessionId of orphans(layout, world.host, currentSession)) {
    if (Date.now() > deadline) break;
    try {
      const state = readState(layout, sessionId);
      const checkout = state?.directory === undefined ? null : checkoutOf(state.directory);
      const isExcluded = checkout !== null && exclusionOfSession(checkout, settings, world) !== null;
      const path = isExcluded ? null : findByIndex(layout, sessionId);
      if (path === null) {
        removeLive(layout, sessionId);
        continue;
      }
      if (canHarvest()) {
        queueHarvest(layout, sessionId, state ?? {}, world.now());
        done.hasQueued = true;
      }
      const layers = checkout === null ? [] : layersOf(checkout, settings.config, world.home);
      const started = new Date(state?.since ?? '');
      const at = Number.isNaN(started.getTime()) ? world.now() : started;
      const session = { path, sessionId, transcript: undefined, branch: null, layers };
      finishSession(layout, world, settings, session, (error) => done.failures.push(error), at);
    } catch (error) {
      done.failures.push(error);
      // A full disk may get room again. A broken file is reported once, not at every start.
      if (error instanceof ChronicleError && error.code === 'CHRONICLE_BROKEN') removeLive(layout, sessionId);
    }
  }
  return done;
}

/**
 * The chronicle of a session that ends: with a machine summary below `## Summary` at the end if nobody wrote one, or with
 * up-to-date counts in the one it has. All other bytes are kept, and the whole text if it has no events or a written
 * summary. Takes text or Latin-1.
 */
export function withMachineSummary(text: string): string {
  const chronicle = readUnchecked(text);
  if (!chronicle?.events.some(isLogged)) return text;
  const { kind, lead } = chronicle.summary;
  if (kind === 'none') return text + summaryAppendix(text, countedSummary(chronicle.events));
  const line = kind === 'machine' ? recounted(lead, chronicle.events) : lead;
  if (line === lead) return text;
  const renewed = withRenewedCount(text);
  // The line of an import may have no counts to renew.
  return renewed === text ? text + summaryAppendix(text, line) : renewed;
}

/**
 * Remembers that an attended session left open notes on its first and its last branch, or that it left none. A session
 * without notes leaves the entry of the one before it.
 */
function keepOpenNotes(layout: Layout, { path, branch }: EndedSession, rules: CheckoutRules, at: Date): void {
  const frontMatter = frontMatterOf(path);
  const session = frontMatter?.get('session_id');
  if (session === undefined || frontMatter?.get('attended') === 'no') return;
  const notebook = readOwnNotebook(notebookOf(path, session), NO_IDS);
  if (notebook === null || notebook.notes.length === 0) return;
  const { root } = projectOfChronicle(path, rules, frontMatter);
  for (const name of branchesOf(frontMatter, branch)) {
    const entry = openNotesPath(layout, root, name);
    if (isNothing(openNotes(notebook))) discard(entry);
    else writeOpenNotesEntry(layout, entry, { session, ended: at.toISOString() });
  }
}

/**
 * Counts what an attended session said last, and remembers for the next one if much of it was not observed.
 */
function keepUnobserved(
  layout: Layout,
  { path, sessionId, transcript, branch }: EndedSession,
  rules: CheckoutRules,
  now: Date,
): void {
  const frontMatter = frontMatterOf(path);
  const said = transcript ?? transcriptOf(layout, sessionId);
  if (said === null || frontMatter?.get('attended') === 'no') return;
  reviseObserver(layout, sessionId, (state) => countGrowth(state, said, now)?.state ?? state);
  const state = readObserver(layout, sessionId);
  const tokens = state === null ? 0 : newTokens(state);
  if (tokens < WORTH_TELLING) {
    discard(unobservedPath(layout, sessionId));
    return;
  }
  const { root } = projectOfChronicle(path, rules, frontMatter);
  const branches = branchesOf(frontMatter, branch);
  writeUnobserved(layout, { session: sessionId, root, branches, tokens, ended: now.toISOString() }, now);
}

/** The branches on which a session began and ended, as far as they are known. */
function branchesOf(frontMatter: FrontMatterValues | null, last: string | null): string[] {
  return [...new Set([frontMatter?.get('branch') ?? '', last ?? ''])].filter((name) => name !== '');
}
