import type { MemoryPlace } from '#src/lib/paths.ts';
import { closeRetro, enclosingSession } from '../record/live.ts';
import { pathsIn, type Env } from '../lib/env.ts';
import { readProposals } from './proposals.ts';

/**
 * Ends the retrospective that filed these proposals, once a person has decided about all of its proposals: from then on, the
 * agent's own writes to memory need no approval. Never fails: while a retrospective stays open, a person is asked more often.
 */
export function endRetroOf(env: Env, place: MemoryPlace, decided: readonly string[]): void {
  try {
    const { proposals } = readProposals(place);
    const running = enclosingSession(env);
    const sessions = new Set(proposals.filter(({ id }) => decided.includes(id)).map(({ session_id }) => session_id));
    if (running !== null) sessions.add(running);
    if (proposals.some(({ state, session_id }) => state === 'open' && sessions.has(session_id))) return;
    for (const session of sessions) closeRetro(pathsIn(env), session);
  } catch {
    // The decision is made. Nothing is lost.
  }
}
