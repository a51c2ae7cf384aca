/**
 * Which session left open notes on a branch, and in which a plan was last accepted, so that the next one can be told: one small
 * file per branch of a project, named by a digest. It contains only the session's id and time:
 *
 *     {"session":"3f6c2a10-…","ended":"2026-11-22T17:40:12.000Z"}
 */
import { isSessionId } from '#src/format/session-id.ts';
import type { Layout } from '#src/lib/paths.ts';
import { sha1 } from '#src/lib/sha1.ts';
import { readBeginning } from '../lib/read-file.ts';
import { writeSmallFile } from '../record/index-entry.ts';

const LARGEST = 512;

/** The session that last ended on a branch with open notes. */
export interface OpenNotesEntry {
  session: string;
  /** UTC. */
  ended: string;
}

/** The path of a branch's entry, in the checkout `root`. */
export function openNotesPath(layout: Pick<Layout, 'openNotes'>, root: string, branch: string): string {
  return `${layout.openNotes}/${sha1(`${root}\n${branch}`).slice(0, 20)}`;
}

/** The path of the entry for the plan that was last accepted in the checkout `root`. No branch has this name. */
export function acceptedPlanPath(layout: Pick<Layout, 'openNotes'>, root: string): string {
  return openNotesPath(layout, root, 'accepted\nplan');
}

/** Reads an entry; null if it is missing or unreadable. */
export function readOpenNotesEntry(path: string): OpenNotesEntry | null {
  try {
    const { session, ended }: Record<string, unknown> = JSON.parse(readBeginning(path, LARGEST) ?? '');
    if (typeof session !== 'string' || typeof ended !== 'string') return null;
    return isSessionId(session) && !Number.isNaN(Date.parse(ended)) ? { session, ended } : null;
  } catch {
    return null;
  }
}

/** The session that an entry names; null for an unreadable one. */
export function openedBy(path: string): string | null {
  return readOpenNotesEntry(path)?.session ?? null;
}

/** Writes a branch's entry. */
export function writeOpenNotesEntry(layout: Layout, path: string, entry: OpenNotesEntry): void {
  writeSmallFile(layout, path, `${JSON.stringify(entry)}\n`);
}
