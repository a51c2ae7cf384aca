/**
 * The index of a project's notebooks on disk, and that of the observations that hold in all projects. The end of a session
 * brings its own notebook into it; a missing one is made anew from all notebooks:
 *
 *     <state>/index/books/<digest of the checkout>.json
 */
import { lstatSync, statSync } from 'node:fs';
import { readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { factsLine } from '#src/transcript/facts-line.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { type CheckoutRules, checkoutsOf } from '#src/lib/project.ts';
import { chronicleDirectory, factsPath, type Paths, notebookPath, notebooksDirectory } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { sha1 } from '#src/lib/hash.ts';
import { frontMatterOf } from '../format/front-matter-line.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { namesIn } from '../lib/names-in.ts';
import { chronicleNames } from '../format/projects.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { type CheckoutProject, projectAt, projectOfChronicle } from '../record/where.ts';
import { type NotedSession, notedSession, onlyGlobal, withSessions } from './notebook-index.ts';

/** A file of another version is made anew. */
const VERSION = 6;
/** The name of the index of what holds in all projects: no path of a checkout. */
const GLOBAL = 'global observations';
/** Hooks make an index anew from at most so many notebooks, and look again at so many that have changed. */
const QUICK = 50;
const MOST_CHANGED = 20;
/** Only ends of sessions take the lock, and only briefly (ms). */
const PATIENCE = 500;
const NOTEBOOK_PLACE = /^[^/\\]+\/chronicle\/notebooks\/[^/\\]+\.md$/;

/** A session in which a person accepted a plan, and when (UTC). */
export interface AcceptedPlan {
  session: string;
  at: string;
}

interface NotebookIndex {
  version: typeof VERSION;
  /** Newest first. */
  sessions: NotedSession[];
  /** The plan that was accepted last, while no commit came after it. */
  plan: AcceptedPlan | null;
}

/** The sessions of a project with notebooks, newest first, as their notebooks are now. Makes a missing index if that is quick. */
export function notedSessions(paths: Paths, project: CheckoutProject): NotedSession[] {
  const known = readIndex(paths, project.root)?.sessions ?? madeQuickly(paths, project);
  return known === null ? [] : asTheyAreNow(paths, known);
}

/** The sessions of any project with observations that hold in all of them. */
export function globalSessions(paths: Paths): NotedSession[] {
  return asTheyAreNow(paths, readIndex(paths, GLOBAL)?.sessions ?? []).map(onlyGlobal);
}

/** Whether the project of a checkout has an index. */
export function isIndexed(paths: Paths, root: string): boolean {
  return readIndex(paths, root) !== null;
}

/** The session in which a plan of the checkout was last accepted. */
export function lastAcceptedPlan(paths: Paths, root: string): AcceptedPlan | null {
  return readIndex(paths, root)?.plan ?? null;
}

export function keepLastPlan(paths: Paths, project: CheckoutProject, plan: AcceptedPlan | null): void {
  if (readIndex(paths, project.root) === null) rebuildIndex(paths, project);
  revise(paths, project.root, (index) => ({ ...index, plan }));
}

/**
 * Brings the notebook of a session that ended into the index of its project. Does nothing for a session that nobody attended
 * or that has no notebook, and if a missing index cannot be made quickly: whoever reads the session's transcript makes it.
 */
export function indexNotebook(paths: Paths, chronicle: string, rules: CheckoutRules, branch: string | null): void {
  const noted = notedIn(chronicle, branch === null ? [] : [branch]);
  if (noted === null) return;
  const project = projectOfChronicle(chronicle, rules);
  if (!isIndexed(paths, project.root) && madeQuickly(paths, project) === null) return;
  addSessions(paths, project.root, [noted]);
}

/** Makes a missing index anew if that is quick; null if it is not, or if there are no notebooks. */
function madeQuickly(paths: Paths, project: CheckoutProject): NotedSession[] | null {
  const directories = project.directories.map((name) => notebooksDirectory(chronicleDirectory(paths, name)));
  const count = directories.flatMap(namesIn).length;
  return count === 0 || count > QUICK ? null : rebuildIndex(paths, project);
}

/** Makes the indexes anew of the checkouts that have one, and sessions in this directory of Claude Code. */
export function renewIndexes(paths: Paths, directory: string, rules: CheckoutRules): void {
  for (const root of new Set(chroniclesWithNotebooks(paths, [directory], rules).map((each) => each.root)))
    if (isIndexed(paths, root)) rebuildIndex(paths, projectAt(root, directory, rules));
}

/** Makes the index of a project anew from its notebooks, and returns its sessions. */
export function rebuildIndex(paths: Paths, { root, directories, rules }: CheckoutProject): NotedSession[] {
  const own = chroniclesWithNotebooks(paths, directories, rules).filter((chronicle) => chronicle.root === root);
  const sessions = own.flatMap(({ path }) => notedIn(path, branchesInFacts(path)) ?? []);
  revise(paths, root, (index) => ({ ...index, sessions: [] }));
  addSessions(paths, root, sessions);
  return readIndex(paths, root)?.sessions ?? [];
}

/** The chronicles with a notebook in some of Claude Code's directories, which several checkouts may share. */
function chroniclesWithNotebooks(paths: Paths, directories: readonly string[], rules: CheckoutRules) {
  const all = directories.flatMap((directory) => {
    const chronicles = chronicleDirectory(paths, directory);
    const notebooks = new Set(namesIn(notebooksDirectory(chronicles)));
    return chronicleNames(chronicles)
      .filter((name) => notebooks.has(name))
      .map((name) => ({
        ...{ path: `${chronicles}/${name}`, directory, started: '' },
        cwd: frontMatterOf(`${chronicles}/${name}`)?.get('cwd'),
      }));
  });
  const roots = checkoutsOf(all, rules);
  return all.map(({ path, directory }, i) => ({ path, root: roots[i] ?? directory }));
}

/** What a session's notebook has for later ones; null if it has none, or if nobody attended the session. */
function notedIn(chronicle: string, laterBranches: readonly string[]): NotedSession | null {
  const frontMatter = frontMatterOf(chronicle);
  if (frontMatter === null || frontMatter.get('attended') === 'no') return null;
  const path = notebookPath(chronicle);
  // Before it is read: if it changes meanwhile, it counts as changed.
  const stats = statSync(path, { throwIfNoEntry: false });
  const notebook = stats ? readWholeNotebook(textOf(path)) : null;
  if (!stats || notebook === null || notebook.sessionId !== frontMatter.get('session_id')) return null;
  const { date, time } = momentOf(frontMatter.get('started') ?? '', frontMatter.get('utc_offset'));
  const branches = [...new Set([frontMatter.get('branch') ?? '', ...laterBranches])].filter((name) => name !== '');
  const noted = notedSession(notebook, {
    ...{ day: frontMatter.get('date') ?? date, started: `${date} ${time}`, branches },
  });
  const place = path.split(/[\\/]/).slice(-4).join('/');
  return { ...noted, file: { place, changed: stats.mtimeMs, size: stats.size } };
}

/** The branches that a session's transcript showed; none without facts. */
function branchesInFacts(chronicle: string): string[] {
  const branches = factsLine(textOf(factsPath(chronicle)), 'branches');
  return Array.isArray(branches) ? branches.filter((name) => typeof name === 'string') : [];
}

/**
 * The sessions whose notebooks are still there. One that has changed since the index read it is read again, so that what was
 * deleted or forgotten is not told; of many at once, only the newest.
 */
function asTheyAreNow(paths: Paths, sessions: readonly NotedSession[]): NotedSession[] {
  let changed = 0;
  return sessions.flatMap((known) => {
    const { place, changed: readAt, size } = known.file ?? { place: '', changed: 0, size: 0 };
    if (!NOTEBOOK_PLACE.test(place)) return [];
    const stats = lstatSync(`${paths.projects}/${place}`, { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    if (stats.mtimeMs === readAt && stats.size === size) return [known];
    changed += 1;
    const chronicle = `${paths.projects}/${place.replace('/notebooks/', '/')}`;
    const noted = changed > MOST_CHANGED ? null : notedIn(chronicle, known.branches);
    return noted?.session === known.session ? [noted] : [];
  });
}

function addSessions(paths: Paths, root: string, added: readonly NotedSession[]): void {
  revise(paths, root, (index) => ({ ...index, sessions: withSessions(index.sessions, added) }));
  const known = new Set(readIndex(paths, GLOBAL)?.sessions.map(({ session }) => session));
  const global = added
    .map(onlyGlobal)
    .filter(({ session, observations }) => observations.length > 0 || known.has(session));
  if (root === GLOBAL || global.length === 0) return;
  revise(paths, GLOBAL, (index) => ({ ...index, sessions: withSessions(index.sessions, global) }));
}

function revise(paths: Paths, root: string, edit: (index: NotebookIndex) => NotebookIndex): void {
  withLock(privateDirectory(paths.books, paths.config), nameOf(root), PATIENCE, () => {
    const index = edit(readIndex(paths, root) ?? { version: VERSION, sessions: [], plan: null });
    overwriteFile(pathOf(paths, root), asBytes(`${JSON.stringify(index)}\n`), { durable: false });
  });
}

/** Null if it is missing, damaged or of another version. Checked by hand: enough to tell our own file from a damaged one. */
function readIndex(paths: Paths, root: string): NotebookIndex | null {
  const { version, sessions, plan } = parseObject(textOf(pathOf(paths, root)));
  if (version !== VERSION || !Array.isArray(sessions)) return null;
  const isWhole = ({ session, at, branches, questions, observations }: Record<string, unknown>) =>
    typeof session === 'string' &&
    typeof at === 'string' &&
    [branches, questions, observations].every((list) => Array.isArray(list));
  if (!sessions.every((each) => isRecord(each) && isWhole(each))) return null;
  const isPlan = isRecord(plan) && typeof plan.session === 'string' && typeof plan.at === 'string';
  return { version, sessions, plan: isPlan ? (plan as unknown as AcceptedPlan) : null };
}

/** Checkouts of any path have different files. */
function nameOf(root: string): string {
  return root === GLOBAL ? 'global' : sha1(root).slice(0, 20);
}

function pathOf({ books }: Pick<Paths, 'books'>, root: string): string {
  return `${books}/${nameOf(root)}.json`;
}

/** The text of a file; empty for one that cannot be read. */
export function textOf(path: string): string {
  try {
    return asText(readRegularFile(path).text);
  } catch {
    return '';
  }
}
