/**
 * What the hook at a session's start needs of a project's book where observations are on. In a bundle of its own and as small
 * as can be: loading it takes longer than all that it does.
 *
 *     require('./briefing.cjs').toldAtStart(…)
 */

export { toldPending } from '#src/node/record/pending-line.ts';
export { toldAtStart } from '#src/node/record/told-at-start.ts';
