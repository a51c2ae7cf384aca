/**
 * What needs a project's book: the hooks at a session's start and end where observations are on, and `chronicle observe` to
 * offer concepts. In a bundle of its own, as most hooks and commands load none of it.
 *
 *     require('./briefing.cjs').toldAtStart(…)
 */

export { toldPending } from '#src/node/record/pending-line.ts';
export { remarksOnConcepts } from '#src/node/record/remarks-on-concepts.ts';
export { mergeSession, toldAtStart } from '#src/node/record/told-at-start.ts';
