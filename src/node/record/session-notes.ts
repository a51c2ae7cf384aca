/** What hooks need of notebooks. They load it only for a session with a notebook, or after one. */

import type { Notebook } from '#src/chronicle/notebook/notebook.ts';
import { shortId } from '#src/chronicle/session-id.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isNothing, openNotes, openNotesLine } from '#src/notebook/open-notes.ts';
import { returnedNotebook } from '#src/notebook/returned-notebook.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { localTime } from '#src/record/local-time.ts';
import { DAY_MS } from '#src/value/calendar-day.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { isThere } from '../disk/is-there.ts';
import { notebookOf, readOwnNotebook } from '../notebook/notebook-file.ts';
import { indexedPath } from '../session/index-entry.ts';
import { entryOf } from '../session/live-state.ts';
import { openNotesPath, readOpenNotesEntry, writeOpenNotesEntry } from '../session/open-notes-entry.ts';
import { type CheckoutProject, projectOfChronicle } from '../session/where.ts';

/** Notes that have been left alone for longer are not offered: by then the work went on elsewhere, or was dropped (ms). */
const OFFERED_FOR = 14 * DAY_MS;

/** Whoever only counts notes needs none of their ids, which take most of the time. */
const NO_IDS = () => '';

/** What a session gets back of its notebook after a compaction; null if there are no notes. Throws CHRONICLE_NOTEBOOK. */
export function returnedNotes(chronicle: string, sessionId: string): string | null {
  const notebook = readOwnNotebook(notebookOf(chronicle, sessionId));
  return notebook && returnedNotebook(notebook);
}

/**
 * Remembers that an attended session which ends left open notes on these branches, or that it has none. A session without
 * a notebook leaves the entry of the one before it.
 */
export function rememberOpenNotes(
  layout: Layout,
  chronicle: string,
  { branches, now, rules }: { branches: readonly string[]; now: Date; rules: CheckoutRules },
): void {
  const frontMatter = frontMatterOf(chronicle);
  const session = frontMatter?.get('session_id');
  if (session === undefined || frontMatter?.get('attended') === 'no') return;
  const notebook = readOwnNotebook(notebookOf(chronicle, session), NO_IDS);
  if (notebook === null || notebook.notes.length === 0) return;
  const { root } = projectOfChronicle(chronicle, rules, frontMatter);
  for (const branch of new Set([frontMatter?.get('branch') ?? '', ...branches].filter((name) => name !== ''))) {
    const path = openNotesPath(layout, root, branch);
    if (isNothing(openNotes(notebook))) discard(path);
    else writeOpenNotesEntry(layout, path, { session, ended: now.toISOString() });
  }
}

interface Offered {
  project: CheckoutProject;
  branch: string;
  /** The session that starts. */
  sessionId: string;
  now: Date;
}

/**
 * The line about what the last session on a branch left open; null if nothing, or if that session is running again, was
 * forgotten, or ended more than two weeks ago. Counts the notes as they are now. Never throws.
 */
export function offeredNotes(
  layout: Layout,
  { project: { root, rules }, branch, sessionId, now }: Offered,
): string | null {
  const entry = readOpenNotesEntry(openNotesPath(layout, root, branch));
  if (entry === null || entry.session === sessionId) return null;
  const ended = new Date(entry.ended);
  if (now.getTime() - ended.getTime() > OFFERED_FOR || isThere(entryOf(layout, entry.session))) return null;
  const path = indexedPath(layout, entry.session);
  const frontMatter = path === null ? null : frontMatterOf(path);
  if (path === null || frontMatter?.get('session_id') !== entry.session) return null;
  if (projectOfChronicle(path, rules, frontMatter).root !== root) return null;
  const open = openNotes(ownNotebook(path, entry.session) ?? { notes: [] });
  return isNothing(open) ? null : openNotesLine(open, localTime(ended).date, shortId(entry.session));
}

/** Null also for a file that cannot be read: `chronicle check` reports it. */
function ownNotebook(chronicle: string, session: string): Notebook | null {
  try {
    return isThere(notebookPath(chronicle)) ? readOwnNotebook(notebookOf(chronicle, session), NO_IDS) : null;
  } catch {
    return null;
  }
}
