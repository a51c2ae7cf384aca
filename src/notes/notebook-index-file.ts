/**
 * The index of a project's notebooks on disk, and that of the observations that hold in all projects. The end of a session
 * brings its own notebook into it; a missing one is made anew from all notebooks:
 *
 *     <state>/index/noted/<digest of the checkout>.json
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
import { shortHash } from '#src/lib/hash.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { type CheckoutProject, projectAt, projectOfChronicle } from '#src/record/where.ts';
import { type NotedSession, notedSession, onlyGlobal, withSessions } from './notebook-index.ts';

/** A file of another version is made anew. */
const VERSION = 8;
/** The name of the index of what holds in all projects: no path of a checkout. */
const GLOBAL = 'global observations';
/** An index is made anew from the newest notebooks of each directory, so that a hook can do it. */
const NEWEST = 300;
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

/** The sessions of a project with notebooks, newest first, as their notebooks are now. Makes a missing index. */
export function notedSessions(paths: Paths, project: CheckoutProject): NotedSession[] {
  return asTheyAreNow(paths, readIndex(paths, project.root)?.sessions ?? rebuildIndex(paths, project));
}

/** The sessions of any project with observations that hold in all of them. */
export function globalSessions(paths: Paths): NotedSession[] {
  return asTheyAreNow(paths, readIndex(paths, GLOBAL)?.sessions ?? []).map(onlyGlobal);
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
 * or that has no notebook.
 */
export function indexNotebook(paths: Paths, chronicle: string, rules: CheckoutRules, branch: string | null): void {
  const noted = notedIn(chronicle, branch === null ? [] : [branch]);
  if (noted === null) return;
  const project = projectOfChronicle(chronicle, rules);
  if (readIndex(paths, project.root) === null) rebuildIndex(paths, project);
  addSessions(paths, project.root, [noted]);
}

/** Makes the indexes anew of the checkouts that have one, and sessions in this directory of Claude Code. */
export function renewIndexes(paths: Paths, directory: string, rules: CheckoutRules): void {
  for (const root of new Set(chroniclesWithNotebooks(paths, [directory], rules).map((each) => each.root)))
    if (readIndex(paths, root) !== null) rebuildIndex(paths, projectAt(root, directory, rules));
}

/** Makes the index of a project anew from its newest notebooks, and returns its sessions; makes none without notebooks. */
export function rebuildIndex(paths: Paths, { root, directories, rules }: CheckoutProject): NotedSession[] {
  const own = chroniclesWithNotebooks(paths, directories, rules).filter((chronicle) => chronicle.root === root);
  const sessions = own.flatMap(({ path }) => notedIn(path, branchesInFacts(path)) ?? []);
  if (sessions.length === 0 && readIndex(paths, root) === null) return [];
  revise(paths, root, (index) => ({ ...index, sessions: [] }));
  addSessions(paths, root, sessions);
  return readIndex(paths, root)?.sessions ?? [];
}

/** The newest chronicles with a notebook in some of Claude Code's directories, which several checkouts may share. */
function chroniclesWithNotebooks(paths: Paths, directories: readonly string[], rules: CheckoutRules) {
  const all = directories.flatMap((directory) => {
    const chronicles = chronicleDirectory(paths, directory);
    // Their names begin with the day.
    const names = namesIn(notebooksDirectory(chronicles)).sort().slice(-NEWEST);
    return names.flatMap((name) => {
      const path = `${chronicles}/${name}`;
      const frontMatter = frontMatterOf(path);
      return frontMatter === null ? [] : [{ path, directory, started: '', cwd: frontMatter.get('cwd') }];
    });
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
  const started = { day: frontMatter.get('date') ?? date, started: `${date} ${time}`, branches };
  const place = path.split(/[\\/]/).slice(-4).join('/');
  return { ...notedSession(notebook, started), file: { place, changed: stats.mtimeMs, size: stats.size } };
}

/** The branches that a session's transcript showed; none without facts. */
function branchesInFacts(chronicle: string): string[] {
  const branches = factsLine(textOf(factsPath(chronicle)), 'branches');
  return Array.isArray(branches) ? branches.filter((name) => typeof name === 'string') : [];
}

/**
 * The sessions whose notebooks are still there. One that has changed since the index read it is read again, so that what was
 * deleted or forgotten is not told.
 */
function asTheyAreNow(paths: Paths, sessions: readonly NotedSession[]): NotedSession[] {
  return sessions.flatMap((known) => {
    const { place, changed, size } = known.file ?? { place: '', changed: 0, size: 0 };
    if (!NOTEBOOK_PLACE.test(place)) return [];
    const stats = lstatSync(`${paths.projects}/${place}`, { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    if (stats.mtimeMs === changed && stats.size === size) return [known];
    const noted = notedIn(`${paths.projects}/${place.replace('/notebooks/', '/')}`, known.branches);
    return noted?.session === known.session ? [noted] : [];
  });
}

function addSessions(paths: Paths, root: string, added: readonly NotedSession[]): void {
  revise(paths, root, (index) => ({ ...index, sessions: withSessions(index.sessions, added) }));
  const known = new Set(readIndex(paths, GLOBAL)?.sessions.map(({ session }) => session));
  const global = added
    .map(onlyGlobal)
    .filter(({ session, observations }) => observations.length > 0 || known.has(session));
  if (root !== GLOBAL && global.length > 0) addSessions(paths, GLOBAL, global);
}

function revise(paths: Paths, root: string, edit: (index: NotebookIndex) => NotebookIndex): void {
  withLock(privateDirectory(paths.noted, paths.config), nameOf(root), PATIENCE, () => {
    const index = edit(readIndex(paths, root) ?? { version: VERSION, sessions: [], plan: null });
    overwriteFile(pathOf(paths, root), asBytes(`${JSON.stringify(index)}\n`), { durable: false });
  });
}

/** Null if it is missing, damaged or of another version. Checked by hand: enough to tell our own file from a damaged one. */
function readIndex(paths: Paths, root: string): NotebookIndex | null {
  const { version, sessions, plan } = parseObject(textOf(pathOf(paths, root)));
  const isWhole = (each: unknown) =>
    isRecord(each) && [each.branches, each.questions, each.observations].every((list) => Array.isArray(list));
  if (version !== VERSION || !Array.isArray(sessions) || !sessions.every(isWhole)) return null;
  const isPlan = isRecord(plan) && typeof plan.session === 'string' && typeof plan.at === 'string';
  return { version, sessions, plan: isPlan ? (plan as unknown as AcceptedPlan) : null };
}

/** Checkouts of any path have different files. */
function nameOf(root: string): string {
  return root === GLOBAL ? 'global' : shortHash(root).toString(16);
}

function pathOf({ noted }: Pick<Paths, 'noted'>, root: string): string {
  return `${noted}/${nameOf(root)}.json`;
}

/** The text of a file; empty for one that cannot be read. */
export function textOf(path: string): string {
  try {
    return asText(readRegularFile(path).text);
  } catch {
    return '';
  }
}
