/**
 * The search index consists of a bundle for each period (`period.ts`), so that a change rebuilds little and a search reads few
 * files. A bundle is kept under a digest of its content, as one file of the cache.
 * `write-search.ts` writes them out; `search-middleware.ts` serves them in dev.
 */
import { createHash } from 'node:crypto';
import { type Session, sessionVersion } from '#src/chronicle/session.ts';
import type { Facts } from '#src/facts/facts.ts';
import { byPeriod } from '#src/search/period.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { recordsOf } from '#src/search/records-of.ts';
import { hasWords } from '#src/search/words.ts';

/** The sessions of a period, by the date in their front matter, in the order given. */
export interface Period {
  /** The bundle's name: the period and a digest, so that a name always has the same content. */
  path: string;
  sessions: Session[];
}

/** Part of every digest. Increase it when the content of bundles changes. */
const VERSION = '12';

/** The periods of an archive, newest first. */
export function periodsOf(sessions: readonly Session[]): Period[] {
  return byPeriod(sessions).map(([name, members]) => ({ path: `${name}-${digestOf(members)}`, sessions: members }));
}

/** What can be found in a period, session by session, in the order of the index: records are as in their files. */
export function* recordsIn(
  { sessions }: Period,
  factsOf: (session: Session) => Facts | null,
): Generator<SearchRecord[]> {
  // A record without a word, such as an event that is only punctuation, would be a link without one.
  for (const session of sessions) yield recordsOf(session, factsOf(session)).filter(({ text }) => hasWords(text));
}

/** Records follow from the sessions' files, so that an unchanged period costs no reading. */
function digestOf(sessions: readonly Session[]): string {
  const hash = createHash('sha256').update(VERSION);
  for (const session of sessions) hash.update(`\n${sessionVersion(session)}`);
  return hash.digest('hex').slice(0, 16);
}
