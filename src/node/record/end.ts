import { type Layout, memoryPlace, notebookPath } from '#src/project/paths.ts';
import { isSubordinate, type Payload } from '#src/record/payload.ts';
import { checkoutRules } from '../checkout-rules.ts';
import { readConfig } from '../config.ts';
import { isThere } from '../disk/is-there.ts';
import { branchOf } from '../git/branch.ts';
import type { Checkout } from '../git/checkout.ts';
import { noteMisses } from '../memory/lookup-file.ts';
import { seeMemories } from '../memory/see-memories.ts';
import { beginChronicle, hasPrompt } from '../session/begin-chronicle.ts';
import { mergeSession } from '../session/book-file.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findByIndex, findByScan, placeOf, remember } from '../session/find.ts';
import { queueHarvest } from '../session/harvest-queue.ts';
import { layersOf } from '../session/layers.ts';
import { removeLive } from '../session/live.ts';
import { readState } from '../session/live-state.ts';
import { projectDirectoryOf, projectOfChronicle, sessionCheckout } from '../session/where.ts';
import { layoutIn, type World } from '../world.ts';
import { finishChronicle } from './finish-chronicle.ts';
import { observeEnd } from './observe-end.ts';
import { rememberOpenNotes } from './session-notes.ts';
import { canHarvest, HARVESTER, startHarvester } from './start-harvester.ts';

/** The host ends a plugin's SessionEnd hook after 1.5 s, Node's start included (Claude Code 2.1.329). */
const SEARCH_PATIENCE = 300;

/** Work besides the chronicle takes at most this long (ms), and begins only if the process is younger than this (s). */
const LOOK_PATIENCE = 100;
const TIME_FOR_MORE = 1;

/**
 * Has the session's transcript read, finishes the session's chronicle, notes its misses and open notes, and records what
 * happened to memory files. Begins the chronicle of a session whose start no hook was told of. Does nothing for a session
 * without a prompt, as the host also ends sessions that never existed, or for an excluded directory. Throws only if the chronicle cannot be finished; other failures go to `warn`.
 */
export async function endSession(world: World, payload: Payload, warn: (error: unknown) => void): Promise<void> {
  if (isSubordinate(payload)) return;
  const layout = layoutIn(world);
  const checkout = sessionCheckout(world, payload.cwd);
  const settings = readConfig(layout);
  if (exclusionOfSession(checkout, settings, world) !== null) return removeLive(layout, payload.session_id);
  const rules = checkoutRules(settings.config, world.home);
  const path =
    findByIndex(layout, payload.session_id) ??
    searchProject(world, layout, checkout, payload) ??
    begun(world, layout, checkout, payload);
  if (path !== null) await harvest().catch(warn);
  const text = path === null ? '' : finishChronicle(path);
  const hasObservations = layersOf(checkout, settings.config, world.home).includes('observations');
  if (path !== null && hasObservations) await observeRest(path).catch(warn);
  removeLive(layout, payload.session_id);
  if (path === null) return;
  if (isThere(notebookPath(path))) await remember(path).catch(warn);
  if (process.uptime() > TIME_FOR_MORE) return;
  const place = memoryPlace(layout, placeOf(path).projectDirectory);
  const { now } = world;
  await seeMemories({ layout, place, sessionId: payload.session_id, now, patience: LOOK_PATIENCE }).catch(warn);
  try {
    noteMisses(layout, place, { root: projectOfChronicle(path, rules).root, text, now: now() });
  } catch (error) {
    warn(error);
  }

  /** Counts what was said last, for the case that nobody observed it. */
  async function observeRest(chronicle: string): Promise<void> {
    const { session_id: sessionId, transcript_path: transcript } = payload;
    const branch = await branchOf(checkout, world.env);
    observeEnd(layout, chronicle, { sessionId, transcript, branch, ended: world.now(), rules });
  }

  /** Remembers its open notes for the next session on its first and on its last branch, and its observations for all. */
  async function remember(chronicle: string): Promise<void> {
    const branch = await branchOf(checkout, world.env);
    rememberOpenNotes(layout, chronicle, { branches: [branch], now: world.now(), rules });
    if (hasObservations) mergeSession(layout, chronicle, rules, branch);
  }

  /**
   * Queues the session and has its transcript read. That comes before slow work: if the host kills this hook, it kills the
   * children, too, but those of a hook that has ended are left alone (Claude Code 2.1.329).
   */
  async function harvest(): Promise<void> {
    if (!canHarvest()) return;
    const state = readState(layout, payload.session_id);
    const transcript = payload.transcript_path ?? state?.transcript;
    queueHarvest(layout, payload.session_id, { transcript, began: state?.began }, world.now());
    await startHarvester(HARVESTER, world, layout, warn);
  }
}

/** The chronicle of a session that has none because no hook was told of its start; null if nobody said anything in it. */
function begun(world: World, layout: Layout, checkout: Checkout, payload: Payload): string | null {
  const { session_id: sessionId, transcript_path: transcript } = payload;
  if (transcript === undefined || !hasPrompt(transcript)) return null;
  return beginChronicle(world, layout, { sessionId, checkout, transcript });
}

function searchProject({ env }: World, layout: Layout, checkout: Checkout, payload: Payload): string | null {
  const projectDirectory = projectDirectoryOf(checkout, env);
  const path = findByScan(layout, projectDirectory, payload.session_id, SEARCH_PATIENCE);
  if (path !== null) remember(layout, payload.session_id, path);
  return path;
}
