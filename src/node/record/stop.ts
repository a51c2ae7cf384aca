import type { Payload } from '#src/record/payload.ts';
import type { World } from '../world.ts';

/** What the agent is asked when its turn ends; null if nothing. */
export function stopped(_world: World, _payload: Payload): string | null {
  return null;
}
