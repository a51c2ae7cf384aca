import { entryOf, readState } from '#src/node/session/live-state.ts';
import { isRunning } from '#src/node/store/running-process.ts';
import { realWorld } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';

/** Refuses (CHRONICLE_LIVE) a session that is going on: its hooks would write it down again. */
export function requireEnded(layout: Layout, session: string): void {
  const state = readState(layout, session);
  if (!state) return;
  if (state.host === realWorld().host) {
    if (!isRunning(state)) return;
    throw new ChronicleError(
      'CHRONICLE_LIVE',
      `The session ${session} is running (process ${state.pid}). End it first; an event or a text can be forgotten before. Nothing was written.`,
    );
  }
  throw new ChronicleError(
    'CHRONICLE_LIVE',
    `The session ${session} was begun on ${state.host}, and whether it has ended cannot be seen from here. If it has, remove ${entryOf(layout, session)} and run this again. Nothing was written.`,
  );
}
