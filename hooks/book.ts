/**
 * What changes a project's book, or offers its concepts: for the hook at a session's end where observations are on, and for
 * `chronicle observe`.
 *
 *     require('./book.cjs').mergeSession(…)
 */

export { mergeSession, remarksOnConcepts, smallBook } from '#src/node/record/remarks-on-concepts.ts';
