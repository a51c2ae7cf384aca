import { clip, oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { dayOf, ofSessions } from './memory-effect.ts';
import type { MemoryStanding, Verdict } from './memory-standing.ts';

/**
 * What can be said of a memory in a post, as one line of plain text with only what holds. Null where there is nothing
 * to say: it is gone, has no dated birth, no session since or no miss before, or its misses since are in none of the
 * counted sessions.
 *
 *     Since the memory "money in cents" was written on 4 Aug 2026, its mistake came back in 1 of 31 sessions; before, it
 *     was made in 3 of 12. Luck alone rarely does that.
 */
export function quotable({ history, exists, sessions, missed, effect }: MemoryStanding): string | null {
  const { born, file } = history;
  if (!exists || !born || sessions.since === 0 || missed.before === 0) return null;
  if (effect.verdict === 'leaking' && missed.since === 0) return null;
  const written = born.isFileDate
    ? `Since ${dayOf(born.at)}, the date of the memory "${topicOf(file)}",`
    : `Since the memory "${topicOf(file)}" was written on ${dayOf(born.at)},`;
  const since =
    missed.since === 0
      ? `has not come back in ${counted(sessions.since, 'session')}`
      : `came back in ${ofSessions(missed.since, sessions.since)}`;
  const before = `${missed.before} of ${sessions.before.toLocaleString('en-GB')}`;
  return `${written} its mistake ${since}; before, it was made in ${before}. ${CLAIMS[effect.verdict]}`;
}

const CLAIMS: Record<Verdict, string> = {
  worked: 'Luck alone rarely does that.',
  leaking: 'The memory did not stop it.',
  untested: 'That is too little to tell whether the memory helped.',
  'not enough data': 'That is too little to tell whether the memory helped.',
};

/** A name in a sentence; longer ones are cut. */
const LONGEST = 60;

/** `money in cents` for `feedback_money_in_cents.md`. */
function topicOf(file: string): string {
  const words = oneLine(file.replace(/\.md$/i, '').replaceAll(/[_-]+/g, ' ').replaceAll('"', "'")).trim();
  return clip(words.replace(/^(?:feedback|project|reference|user) (?=\S)/i, ''), LONGEST);
}
