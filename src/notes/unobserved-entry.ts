/**
 * Sessions that ended with much that nobody observed, so that the next one can be told: `<state>/index/unobserved/<session_id>`
 * for a week, or until it is observed.
 *
 *     {"root":"/home/me/app","branches":["main"],"tokens":12040,"ended":"2026-11-22T17:40:12.000Z"}
 */
import { isSessionId } from '#src/format/session-id.ts';
import { discard } from '#src/lib/work-directory.ts';
import type { Layout } from '#src/lib/paths.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { compare } from '#src/lib/compare.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { namesIn } from '../lib/names-in.ts';
import { readBeginning } from '../lib/read-file.ts';
import { writeSmallFile } from '../record/index-entry.ts';

export interface UnobservedEntry {
  session: string;
  /** The main checkout in which it ran. */
  root: string;
  /** The branches on which it began and ended. */
  branches: string[];
  /** How much was not observed (estimated). */
  tokens: number;
  /** UTC. */
  ended: string;
}

const LARGEST = 4096;
/** After a week, the work went on elsewhere, or was dropped (ms). */
const KEPT_FOR = 7 * DAY_MS;
/** A start does not read more entries than these. */
const MOST = 200;

/** The path of a session's entry. */
export function unobservedPath({ unobserved }: Pick<Layout, 'unobserved'>, sessionId: string): string {
  return `${unobserved}/${sessionId}`;
}

/** The entries of a project's sessions, the last that ended first. */
export function readUnobserved(layout: Layout, root: string, now: Date): UnobservedEntry[] {
  return namesIn(layout.unobserved)
    .slice(0, MOST)
    .flatMap((session) => readEntry(layout, session) ?? [])
    .filter((entry) => entry.root === root && !isOld(entry, now))
    .sort((a, b) => compare(b.ended, a.ended));
}

/** Writes a session's entry, and deletes those that are too old. */
export function writeUnobserved(layout: Layout, { session, ...entry }: UnobservedEntry, now: Date): void {
  writeSmallFile(layout, unobservedPath(layout, session), `${JSON.stringify(entry)}\n`);
  for (const name of namesIn(layout.unobserved)) {
    const other = isSessionId(name) ? readEntry(layout, name) : null;
    if (other !== null && isOld(other, now)) discard(unobservedPath(layout, name));
  }
}

function isOld({ ended }: UnobservedEntry, now: Date): boolean {
  return now.getTime() - Date.parse(ended) > KEPT_FOR;
}

function readEntry(layout: Layout, session: string): UnobservedEntry | null {
  if (!isSessionId(session)) return null;
  try {
    const value: unknown = JSON.parse(readBeginning(unobservedPath(layout, session), LARGEST) ?? '');
    if (!isRecord(value)) return null;
    const { root, branches, tokens, ended }: Record<string, unknown> = value;
    if (typeof root !== 'string' || typeof ended !== 'string' || Number.isNaN(Date.parse(ended))) return null;
    if (!Array.isArray(branches) || !branches.every((branch) => typeof branch === 'string')) return null;
    if (typeof tokens !== 'number' || !Number.isSafeInteger(tokens) || tokens < 0) return null;
    return { session, root, branches, tokens, ended };
  } catch {
    return null;
  }
}
