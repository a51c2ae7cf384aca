/**
 * What the hooks at a session's start and end need for observations. In a bundle of its own, as it is loaded only where that
 * layer is on.
 *
 *     require('./briefing.cjs').toldAtStart(…)
 */

export { toldPending } from '#src/node/record/pending-line.ts';
export { mergeSession, toldAtStart } from '#src/node/record/told-at-start.ts';
