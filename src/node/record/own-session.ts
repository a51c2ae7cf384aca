import type { Layer } from '#src/project/layers.ts';
import { installerOf } from '#src/record/installer.ts';
import { isSubordinate, type Payload } from '#src/record/payload.ts';
import { type Config, readConfig } from '../config.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findByIndex } from '../session/find.ts';
import { layersOf } from '../session/layers.ts';
import { readState } from '../session/live-state.ts';
import { sessionCheckout } from '../session/where.ts';
import { layoutIn, type World } from '../world.ts';

/** The session that a hook runs for. */
export interface OwnSession {
  /** The path of its chronicle. */
  chronicle: string;
  config: Config;
  layers: readonly Layer[];
}

/**
 * The session that a hook runs for; null if the hook has nothing to do with it: for a subagent, in an excluded directory,
 * without this layer or a chronicle, or if the hook of another installation answers for the session.
 */
export function ownSession(world: World, payload: Payload, layer: Layer): OwnSession | null {
  if (isSubordinate(payload)) return null;
  const layout = layoutIn(world);
  const settings = readConfig(layout);
  const { config } = settings;
  const by = readState(layout, payload.session_id)?.start?.by;
  if (by !== undefined && by !== installerOf(world.env)) return null;
  const checkout = sessionCheckout(world, payload.cwd);
  const layers = layersOf(checkout, config, world.home);
  if (!layers.includes(layer) || exclusionOfSession(checkout, settings, world) !== null) return null;
  const chronicle = findByIndex(layout, payload.session_id);
  return chronicle === null ? null : { chronicle, config, layers };
}
