/**
 * What the hooks at a session's start and end seldom need: notebooks, and sessions that were killed. In a bundle of its
 * own, as most starts and ends load none of it.
 *
 *     require('./seldom.cjs').returnedNotes(chronicle, sessionId)
 */

export { finishKilled } from '#src/node/record/finish-killed.ts';
export { offeredNotes, rememberOpenNotes, returnedNotes } from '#src/node/record/session-notes.ts';
