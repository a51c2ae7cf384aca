import type { Outcome } from '#src/node/outcome.ts';
import { endSession } from '#src/node/record/end.ts';
import type { Programs } from '#src/node/record/seldom.ts';
import { startSession } from '#src/node/record/start.ts';
import type { World } from '#src/node/world.ts';
import { recorded } from './recorded.ts';

/** How long to wait for a host that does not close stdin (ms). A SessionEnd hook has 1.5 s in all. */
const START_PATIENCE = 5000;
const END_PATIENCE = 700;

/** The program that reads transcripts, and the bundle of what is seldom needed, next to the bundle that contains this. */
const PROGRAMS: Programs = {
  harvester: `${__dirname}/harvest.mjs`,
  seldom: () => require('./seldom.cjs'),
  briefing: () => require('./briefing.cjs'),
  book: () => require('./book.cjs'),
  growth: () => require('./growth.cjs'),
};

/** Opens the session's chronicle and prints the reminder for the agent. */
export function sessionStart(world: World): Promise<Outcome> {
  return recorded(world, 'session-start', START_PATIENCE, async (payload, warn) => ({
    stdout: (await startSession(world, payload, PROGRAMS, warn)) ?? '',
  }));
}

/** Adds a machine summary to the session's chronicle, if it needs one, and has its transcript read. */
export function sessionEnd(world: World): Promise<Outcome> {
  return recorded(world, 'session-end', END_PATIENCE, async (payload, warn) => {
    await endSession(world, payload, PROGRAMS, warn);
    return {};
  });
}
