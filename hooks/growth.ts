/**
 * What reads how much a transcript has grown. In a bundle of its own, as it is loaded only where observations are on, and
 * only if there is something new.
 *
 *     require('./growth.cjs').countGrowth(…)
 */

export { countGrowth, markObserved, observeEnd, promptNow } from '#src/node/record/observe-end.ts';
