/**
 * The search index consists of one bundle per quarter, so that a change rebuilds only one of them. Bundles are built
 * with Pagefind, cached under a digest of their content, and merged in the browser.
 *
 *     2026-q4-1f3a09c7/   pagefind-entry.json, index/…, records.json, texts/…, pagefind.js, …
 *     bundles.json        {"version": 1, "bundles": [{"path": "2026-q4-1f3a09c7", "records": 312, "events": 270}]}
 *
 * Each bundle is one file in the cache. `write-search.ts` writes them out; `search-middleware.ts` serves them in dev.
 */
import { createHash } from 'node:crypto';
import { type Session, sessionVersion } from '#src/chronicle/session.ts';
import type { Facts } from '#src/facts/facts.ts';
import { indexedText } from '#src/search/excerpt.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { recordsOf } from '#src/search/records-of.ts';
import { foldText } from '#src/search/words.ts';
import { compare } from '#src/value/compare.ts';

/** The sessions of three months, by the date in their front matter, in the order given. */
export interface Quarter {
  /** The bundle's name: the quarter and a digest, so that a name always has the same content. */
  path: string;
  sessions: Session[];
}

/** Part of every digest. Increase it when the content of bundles changes. */
const VERSION = '9';

/** The quarters of an archive, newest first. */
export function quartersOf(sessions: readonly Session[]): Quarter[] {
  return [...Map.groupBy(sessions, quarterName)]
    .sort(([a], [b]) => compare(b, a))
    .map(([name, members]) => ({ path: `${name}-${digestOf(members)}`, sessions: members }));
}

/** What can be found in a quarter, in the order of the index: sessions as given, the records of each as in its file. */
export function recordsIn({ sessions }: Quarter, factsOf: (session: Session) => Facts | null): SearchRecord[] {
  return sessions.flatMap((session) => recordsOf(session, factsOf(session))).filter(hasWords);
}

/** A skin tone without its emoji is not a word to Pagefind. */
const SKIN_TONES = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** Pagefind silently drops records without a word, such as an event that is only punctuation. */
function hasWords({ text }: SearchRecord): boolean {
  return foldText(indexedText(text).replace(SKIN_TONES, '')).text !== '';
}

/** `2026-q3` */
function quarterName({ chronicle }: Session): string {
  const { date } = chronicle.frontMatter;
  return `${date.slice(0, 4)}-q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** Records follow from the sessions' files, so that an unchanged quarter costs no reading. */
function digestOf(sessions: readonly Session[]): string {
  const hash = createHash('sha256').update(VERSION);
  for (const session of sessions) hash.update(`\n${sessionVersion(session)}`);
  return hash.digest('hex').slice(0, 16);
}
