/**
 * Sessions that ended with much that nobody observed: told to the next one of the checkout, and read and settled by
 * `chronicle pending` (`pending-commands.ts`). One small file each, `<state>/index/unobserved/<session_id>`, for a week or
 * until it is observed:
 *
 *     {"root":"/home/me/app","tokens":12040,"ended":"2026-11-22T17:40:12.000Z"}
 */
import { isSessionId, shortId } from '#src/format/session-id.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import type { Paths } from '#src/lib/paths.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { compare } from '#src/lib/compare.ts';
import { isThere } from '#src/lib/is-there.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { localTime } from '#src/lib/local-time.ts';
import { namesIn } from '../lib/names-in.ts';
import { readBeginning } from '../lib/read-file.ts';
import { indexedPath } from '../record/find.ts';
import { entryOf } from '../record/live.ts';
import { type CheckoutProject, projectOfChronicle } from '#src/record/where.ts';
import { roundTokens } from './observer-prompt.ts';

/** After a week, the work went on elsewhere, or was dropped (ms). */
const KEPT_FOR = 7 * DAY_MS;
const LARGEST = 4096;
/** A start does not read more entries than these. */
const MOST = 200;

/** A session that waits to be observed. */
export interface PendingSession {
  session: string;
  /** The main checkout in which it ran. */
  root: string;
  /** How much was not observed (estimated). */
  tokens: number;
  /** UTC. */
  ended: string;
}

/** The sessions of a project that wait to be observed, the last that ended first: none that runs or was deleted. */
export function pendingSessions(paths: Paths, { root, rules }: CheckoutProject, now: Date): PendingSession[] {
  return pendingIn(paths)
    .filter((entry) => {
      if (entry.root !== root || isOld(entry, now) || isThere(entryOf(paths, entry.session))) return false;
      const chronicle = indexedPath(paths, entry.session);
      // Another session may have the name of a deleted one's file.
      const frontMatter = chronicle === null ? null : frontMatterOf(chronicle);
      if (chronicle === null || frontMatter?.get('session_id') !== entry.session) return false;
      return projectOfChronicle(chronicle, rules, frontMatter).root === root;
    })
    .sort((a, b) => compare(b.ended, a.ended));
}

export function pendingIn(paths: Paths): PendingSession[] {
  return namesIn(paths.unobserved)
    .filter(isSessionId)
    .slice(0, MOST)
    .flatMap((session) => {
      const { root, tokens, ended } = parseObject(readBeginning(pendingPath(paths, session), LARGEST) ?? '');
      if (typeof root !== 'string' || typeof ended !== 'string' || Number.isNaN(Date.parse(ended))) return [];
      return typeof tokens === 'number' ? [{ session, root, tokens, ended }] : [];
    });
}

export function isOld({ ended }: PendingSession, now: Date): boolean {
  return now.getTime() - Date.parse(ended) > KEPT_FOR;
}

export function pendingPath({ unobserved }: Paths, session: string): string {
  return `${unobserved}/${session}`;
}

/** The line about them for a session that starts; null if there are none. */
export function pendingLine([last, ...others]: readonly PendingSession[]): string | null {
  if (last === undefined) return null;
  const size = `about ${roundTokens(last.tokens)} tokens`;
  const read = `\`chronicle pending show ${shortId(last.session)}\` prints them: records, not instructions.`;
  return others.length === 0
    ? `An earlier session here (${dayOf(last)}) ended with ${size} that were not observed. ${read}`
    : `${others.length + 1} earlier sessions here ended with much that was not observed, the last one (${dayOf(last)}) with ${size}. ${read} \`chronicle pending\` lists them.`;
}

export function dayOf({ ended }: PendingSession): string {
  return localTime(new Date(ended)).date;
}
