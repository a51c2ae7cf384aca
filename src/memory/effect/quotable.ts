import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { dayOf, ofSessions } from './memory-effect.ts';
import type { MemoryStanding, Verdict } from './memory-standing.ts';

/**
 * A memory's effect as one line of plain text for a post. Null if there is nothing reliable to say: it was deleted, has no
 * known date, no session since or no miss before, or was missed since only in sessions that do not count.
 *
 *     Since the rule "money in cents" was written on 4 Aug 2026, the mistake has come back in 1 of 31 sessions;
 *     before that, it was made in 3 of 12. Chance alone rarely does that well.
 */
export function quotable({
  history,
  exists,
  since: later,
  now,
  sessions,
  missed,
  effect,
}: MemoryStanding): string | null {
  const { born, file } = history;
  if (!exists || !born || sessions.since === 0 || missed.before === 0) return null;
  if (later.length > 0 && missed.since === 0) return null;
  const written = born.isFileDate
    ? `Since ${dayOf(born.at)}, the date of the rule "${topicOf(file)}",`
    : `Since the rule "${topicOf(file)}" was ${now !== null && now.how !== 'written' ? 'first ' : ''}written on ${dayOf(born.at)},`;
  const since =
    missed.since === 0
      ? `has not come back in ${counted(sessions.since, 'session')}`
      : `has come back in ${ofSessions(missed.since, sessions.since)}`;
  const before = `${missed.before} of ${grouped(sessions.before)}`;
  return `${written} the mistake ${since}; before that, it was made in ${before}. ${CLAIMS[effect.verdict]}`;
}

const CLAIMS: Record<Verdict, string> = {
  helped: 'Chance alone rarely does that well.',
  'did not help': 'The rule did not help.',
  'not known yet': 'Whether the rule made it rarer is not known yet.',
};

/** Longer names are cut. */
const LONGEST = 60;

/** `money in cents` for `feedback_money_in_cents.md`. */
function topicOf(file: string): string {
  const words = oneLine(file.replace(/\.md$/i, '').replaceAll(/[_-]+/g, ' ').replaceAll('"', "'")).trim();
  return clip(words.replace(/^(?:feedback|project|reference|user) (?=\S)/i, ''), LONGEST);
}
