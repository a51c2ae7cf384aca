/**
 * The search index, in bundles of a quarter each: a change builds one of them anew. Bundles are made with
 * Pagefind, kept by a digest of what is in them, and joined in the browser.
 *
 *     2026-q4-1f3a09c7/   pagefind-entry.json, fragment/…, index/…, records.json, pagefind.js, …
 *     bundles.json        {"version": 1, "bundles": [{"path": "2026-q4-1f3a09c7", "records": 312, "events": 270}]}
 *
 * Kept in the cache as one file a bundle; written out by `write-search.ts`, served in dev by `search-middleware.ts`.
 */
import { createHash } from 'node:crypto';
import type { Session } from '#src/chronicle/session.ts';
import { indexedText } from '#src/search/excerpt.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { recordsOf } from '#src/search/records-of.ts';
import { foldText } from '#src/search/words.ts';
import { compare } from '#src/value/compare.ts';
import { memoised } from '#src/value/memo.ts';

/** The sessions of three months, by the date of their front matter. */
export interface Quarter {
  /** Names the bundle: the quarter and its digest, so that a name always stands for the same bytes. */
  path: string;
  /** In the order in which they are indexed: sessions as given, each session's records as they stand in its file. */
  records: SearchRecord[];
}

/** Goes into every digest: bundles of another form are not taken from the cache. */
const FORM = '3';

/** The quarters of the sessions that have anything to find, newest first. */
export function quartersOf(sessions: readonly Session[]): Quarter[] {
  const quarters = Map.groupBy(sessions, quarterName);
  return [...quarters]
    .map(([name, members]) => ({ name, members, records: members.flatMap(recordsOf).filter(hasWords) }))
    .filter(({ records }) => records.length > 0)
    .sort((a, b) => compare(b.name, a.name))
    .map(({ name, members, records }) => ({ path: `${name}-${digestOf(members)}`, records }));
}

/** A skin tone without its emoji, which Pagefind does not take for a word. */
const SKIN_TONES = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** Pagefind leaves out without notice what has no word: an event without text, or of signs alone. */
function hasWords({ text }: SearchRecord): boolean {
  return foldText(indexedText(text).replace(SKIN_TONES, '')).text !== '';
}

/** `2026-q3` */
function quarterName({ chronicle }: Session): string {
  const { date } = chronicle.frontMatter;
  return `${date.slice(0, 4)}-q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

function digestOf(sessions: readonly Session[]): string {
  const hash = createHash('sha256').update(FORM);
  for (const session of sessions) hash.update(`\n${sessionDigest(session)}`);
  return hash.digest('hex').slice(0, 16);
}

/** A session that did not change is the same object in the next snapshot, so most are digested once. */
const sessionDigest = memoised((session: Session): string => {
  return createHash('sha256')
    .update(JSON.stringify(recordsOf(session)))
    .digest('hex');
});
