import type { Layout } from '#src/project/paths.ts';
import { localTime } from '#src/record/local-time.ts';
import { pendingLine } from '#src/record/pending-line.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { isThere } from '../disk/is-there.ts';
import { indexedPath } from '../session/index-entry.ts';
import { entryOf } from '../session/live-state.ts';
import { readUnobserved, type UnobservedEntry } from '../session/unobserved-entry.ts';
import { type CheckoutProject, projectOfChronicle } from '../session/where.ts';

interface Starting {
  project: CheckoutProject;
  branch: string;
  /** The session that starts. */
  sessionId: string;
  now: Date;
}

/** The line about sessions on a branch that ended with much that nobody observed; null if there are none. */
export function toldPending(layout: Layout, { project, branch, sessionId, now }: Starting): string | null {
  const pending = pendingSessions(layout, project, now).filter(
    ({ session, branches }) => session !== sessionId && branches.includes(branch),
  );
  const [last] = pending;
  if (last === undefined) return null;
  const day = localTime(new Date(last.ended)).date;
  return pendingLine({ count: pending.length, day, tokens: last.tokens, session: last.session });
}

/** The sessions of a project that wait to be observed, the last that ended first: none that runs or was deleted. */
export function pendingSessions(layout: Layout, { root, rules }: CheckoutProject, now: Date): UnobservedEntry[] {
  return readUnobserved(layout, root, now).filter(({ session }) => {
    const chronicle = indexedPath(layout, session);
    // Another session may have the name of a deleted one's file.
    const frontMatter = chronicle === null ? null : frontMatterOf(chronicle);
    if (chronicle === null || frontMatter?.get('session_id') !== session) return false;
    return !isThere(entryOf(layout, session)) && projectOfChronicle(chronicle, rules, frontMatter).root === root;
  });
}
