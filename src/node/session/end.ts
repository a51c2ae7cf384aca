import { isSubordinate, type Payload } from '../../hook/payload.ts';
import { planSummary } from '../../hook/session-end.ts';
import type { Layout } from '../../project/paths.ts';
import { appendToFile } from '../store/append-file.ts';
import { layoutIn, type World } from '../world.ts';
import { findByIndex, findByScan, remember } from './find.ts';
import { removeLive } from './live.ts';
import { projectDirectoryOf, sessionCheckout } from './where.ts';

/** The host ends a plugin's SessionEnd hook after 1.5 s, Node's start included (Claude Code 2.1.329). */
const SEARCH_PATIENCE = 300;
const WRITE_PATIENCE = 900;

/** Finishes the session's chronicle. Does nothing for an id without a file: the host also ends sessions that never were. */
export function endSession(world: World, payload: Payload): void {
  if (isSubordinate(payload)) return;
  const layout = layoutIn(world);
  const path = findByIndex(layout, payload.session_id) ?? searchProject(layout, world, payload);
  if (path !== null) finishChronicle(path);
  removeLive(layout, payload.session_id);
}

/** Gives a chronicle its machine summary, if it needs one. */
export function finishChronicle(path: string): void {
  appendToFile(path, WRITE_PATIENCE, planSummary);
}

function searchProject(layout: Layout, world: World, payload: Payload): string | null {
  const projectDirectory = projectDirectoryOf(sessionCheckout(world, payload.cwd));
  const path = findByScan(layout, projectDirectory, payload.session_id, SEARCH_PATIENCE);
  if (path !== null) remember(layout, payload.session_id, path);
  return path;
}
