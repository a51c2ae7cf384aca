/**
 * Writes the index of a project's book (`book-index.ts`), and that of the observations that hold in all projects: session by
 * session, or anew from the notebooks if one is missing or wrong. `read-book.ts` reads them.
 */
import { statSync } from 'node:fs';
import { readWholeNotebook } from '#src/format/notebook/whole-notebook.ts';
import { factsLine } from '#src/transcript/facts-line.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { type CheckoutRules, checkoutsOf } from '#src/lib/project.ts';
import { byTime } from '#src/notes/book.ts';
import { type BookIndex, emptyBook, globalIndex, withSessions, withUse } from '#src/notes/book-index.ts';
import { onlyGlobal, type SessionNotes, sessionNotes } from '#src/notes/session-notes.ts';
import { chronicleDirectory, factsPath, type Layout, notebookPath, notebooksDirectory } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { type FrontMatterValues, frontMatterOf } from '../format/front-matter-of.ts';
import { asBytes } from '../lib/latin1.ts';
import { namesIn } from '../lib/names-in.ts';
import { chronicleNames } from '../format/projects.ts';
import { readBeginning } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { indexedPath } from '../record/index-entry.ts';
import { bookName, bookPath, GLOBAL, readBook, textOf } from './read-book.ts';
import { type CheckoutProject, projectAt, projectOfChronicle } from '../record/where.ts';

/** Hooks read at most so many notebooks. */
const QUICK = 50;
/** A hook reads at most so many other notebooks; a rebuild reads all. */
const MOST_RESTORED = 5;
/** The first line of a facts file, which is its head, takes less (bytes). */
const LARGEST_HEAD = 64 * 1024;
/** Only ends of sessions take the lock, and only briefly (ms). */
const PATIENCE = 500;

/**
 * Takes the notebook of a session that ended into the index of its project. Does nothing for a session that nobody attended
 * or that has no notebook. Without an index, one is made of the project's notebooks if they are few; otherwise whoever reads
 * the session's transcript makes it.
 */
export function mergeSession(
  layout: Layout,
  chronicle: string,
  rules: CheckoutRules,
  branch: string | null = null,
): void {
  const frontMatter = frontMatterOf(chronicle);
  const found = notesOf(chronicle, frontMatter, () => [branch]);
  if (found === null) return;
  const project = projectOfChronicle(chronicle, rules, frontMatter);
  if (readBook(layout, project.root) === null && smallBook(layout, project) === null) return;
  let merged = [found];
  revise(layout, project.root, (index) => {
    merged = [found, ...restoredBy(layout, index, found)];
    return withSessions(index, merged);
  });
  reviseGlobals(layout, merged);
}

/** The sessions whose observations this one superseded and supersedes no longer: what they said is in the book again. */
function restoredBy(layout: Layout, { links, sessions }: BookIndex, found: SessionNotes): SessionNotes[] {
  const now = new Set(found.observations.flatMap(({ supersedes }) => supersedes));
  const before = links.filter(({ session }) => session === found.sessionId).flatMap(({ supersedes }) => supersedes);
  const lost = before.filter((target) => !now.has(target) && target.includes('#'));
  const prefixes = new Set(lost.map((target) => target.slice(0, target.indexOf('#'))));
  const isMeant = (session: string) => [...prefixes].some((prefix) => prefix !== '' && session.startsWith(prefix));
  return sessions
    .filter(({ session }) => session !== found.sessionId && isMeant(session))
    .slice(0, MOST_RESTORED)
    .flatMap(({ session }) => {
      const chronicle = indexedPath(layout, session);
      return (chronicle === null ? null : notesOf(chronicle, frontMatterOf(chronicle))) ?? [];
    });
}

/** Counts what a session was told and used of the book of its checkout. */
export function countUse(layout: Layout, root: string, session: string, use: Parameters<typeof withUse>[2]): void {
  const known = readBook(layout, root);
  if (known && !known.counted.includes(session)) revise(layout, root, (index) => withUse(index, session, use));
}

/** Makes a missing index anew if that is quick; null if it is not, or if there are no notebooks. */
export function smallBook(layout: Layout, project: CheckoutProject): BookIndex | null {
  const notebooks = project.directories.flatMap((name) =>
    namesIn(notebooksDirectory(chronicleDirectory(layout, name))),
  );
  return notebooks.length === 0 || notebooks.length > QUICK ? null : rebuildBook(layout, project);
}

/** Makes the indexes anew of the checkouts that have one, and sessions in this directory of Claude Code. */
export function renewBooks(layout: Layout, directory: string, rules: CheckoutRules): void {
  const chronicles = placedIn(layout, [directory], rules);
  for (const root of new Set(chronicles.map((chronicle) => chronicle.root)))
    if (readBook(layout, root) !== null) rebuildBook(layout, projectAt(root, directory, rules));
}

/** Makes the index of a project anew from its notebooks, and how often observations were used from its facts. Returns it. */
export function rebuildBook(layout: Layout, project: CheckoutProject): BookIndex {
  const { root } = project;
  const found = placedIn(layout, project.directories, project.rules);
  const chronicles = found.filter((chronicle) => chronicle.root === root);
  const sessions = chronicles.flatMap(({ path, frontMatter }) => notesOf(path, frontMatter) ?? []).sort(byTime);
  const index = usesIn(chronicles.map(({ path }) => path)).reduce(
    (book, { session, use }) => withUse(book, session, use),
    withSessions(emptyBook(), sessions),
  );
  revise(layout, root, () => index);
  reviseGlobals(layout, sessions);
  return index;
}

interface Found {
  path: string;
  frontMatter: FrontMatterValues;
  /** Its main checkout; without a path, the name of the directory. */
  root: string;
}

/** The chronicles in some of Claude Code's directories, which several checkouts may share. */
function placedIn(layout: Layout, directories: readonly string[], rules: CheckoutRules): Found[] {
  const all = directories.flatMap((name) => {
    const directory = chronicleDirectory(layout, name);
    return chronicleNames(directory).flatMap((file) => {
      const path = `${directory}/${file}`;
      const frontMatter = frontMatterOf(path);
      return frontMatter ? [{ path, frontMatter, directory: name, cwd: frontMatter.get('cwd'), started: '' }] : [];
    });
  });
  const roots = checkoutsOf(all, rules);
  return all.map((each, index) => ({ ...each, root: roots[index] ?? each.directory }));
}

/** What a session's notebook has for the book; null if it has none, or if nobody attended the session. */
function notesOf(
  chronicle: string,
  frontMatter: FrontMatterValues | null,
  laterBranches = branchesIn,
): SessionNotes | null {
  if (!frontMatter || frontMatter.get('attended') === 'no') return null;
  const path = notebookPath(chronicle);
  // Before it is read: if it changes meanwhile, it counts as changed.
  const stats = statSync(path, { throwIfNoEntry: false });
  const notebook = stats ? readWholeNotebook(textOf(path)) : null;
  if (notebook === null || notebook.sessionId !== frontMatter.get('session_id')) return null;
  const { date, time } = momentOf(frontMatter.get('started') ?? '', frontMatter.get('utc_offset'));
  // Only a handoff is one of branches, and facts can be long.
  const later = notebook.handoff ? laterBranches(chronicle) : [];
  const notes = sessionNotes(notebook, {
    day: frontMatter.get('date') ?? date,
    branches: [...new Set([frontMatter.get('branch'), ...later])].filter((name) => typeof name === 'string'),
    started: `${date} ${time}`,
  });
  if (!stats) return notes;
  return { ...notes, file: { place: placeBelow(path), changed: stats.mtimeMs, size: stats.size } };
}

/** The branches that a session's transcript showed, of its facts; none without them. */
function branchesIn(chronicle: string): unknown[] {
  const branches = factsLine(textOf(factsPath(chronicle)), 'branches');
  return Array.isArray(branches) ? branches : [];
}

/** `-home-me-larder/chronicle/notebooks/2026-11-23-main.md`. */
function placeBelow(path: string): string {
  return path.split(/[\\/]/).slice(-4).join('/');
}

/** What briefings showed the sessions with these chronicles, and what these used. */
function usesIn(chronicles: readonly string[]): { session: string; use: Parameters<typeof withUse>[2] }[] {
  return chronicles.flatMap((path) => {
    const [line = ''] = (readBeginning(factsPath(path), LARGEST_HEAD) ?? '').split('\n', 1);
    const { head } = line.includes('"briefing"') ? parseObject(`${line.replace(/,$/, '')}}`) : {};
    if (!isRecord(head) || !isRecord(head.briefing) || typeof head.session_id !== 'string') return [];
    const { shown, used } = head.briefing;
    if (!areTexts(shown) || !areTexts(used)) return [];
    return [{ session: head.session_id, use: { shown, used } }];
  });
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function reviseGlobals(layout: Layout, sessions: readonly SessionNotes[]): void {
  const own = new Set(sessions.map(({ sessionId }) => sessionId));
  const global = sessions.map(onlyGlobal);
  const known = readBook(layout, GLOBAL) ?? emptyBook();
  const isKnown = [...known.observations, ...known.links].some(({ session }) => own.has(session));
  if (!isKnown && global.every(({ observations }) => observations.length === 0)) return;
  revise(layout, GLOBAL, (index) => globalIndex(withSessions(index, global)));
}

function revise(layout: Layout, root: string, edit: (index: BookIndex) => BookIndex): void {
  const directory = privateDirectory(layout.books, layout.config);
  withLock(directory, bookName(root), PATIENCE, () => {
    const bytes = asBytes(`${JSON.stringify(edit(readBook(layout, root) ?? emptyBook()))}\n`);
    overwriteFile(bookPath(layout, root), bytes, { durable: false });
  });
}
