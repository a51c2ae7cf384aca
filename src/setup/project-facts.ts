import { parseFactsHead } from '#src/transcript/facts.ts';
import { type CheckoutRules, checkoutOfSession, checkoutsOf, type Project, projectsOf } from '#src/lib/project.ts';
import { directoryName, isFixedDirectory } from '#src/lib/directory-name.ts';
import { factsPath } from '#src/lib/paths.ts';
import { remoteOf } from '#src/transcript/project-marks.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { compare } from '#src/lib/compare.ts';
import { isDirectory } from '../lib/is-there.ts';
import { readBeginning } from '../lib/read-file.ts';
import type { ScannedChronicle } from './scan-chronicles.ts';
import type { UnrecordedSession } from './unrecorded-sessions.ts';

/** Projects that share one directory below `projects`. */
interface SharedDirectory {
  directory: string;
  roots: readonly string[];
}

/** A checkout that is gone, and the only one that is there with its remote, else with its name. */
interface MovedCheckout {
  old: string;
  path: string;
  /** The remote of both; empty if they have only their name in common. */
  remote: string;
}

/** A checkout with sessions, or the one in which doctor runs. */
interface CheckoutFact {
  root: string;
  isThere: boolean;
  /** Host and path of its git remote; empty without one. */
  remote: string;
}

/** A project in which Claude Code is used. */
export interface ProjectFact {
  project: string;
  /** When a hook last wrote one of its chronicles; null if never. UTC, ISO. */
  lastCapture: string | null;
  /** Its newest attended session without a chronicle; null if there is none. UTC, ISO. */
  unrecorded: string | null;
  /** What turns recording off in it; null for nothing. */
  excludedBy: string | null;
  directory: string;
  /** The real path; null if no session says it. */
  root: string | null;
}

/**
 * Every project with a chronicle or with an unrecorded session since recording began, the last recorded first. `excludedBy`
 * returns what turns recording off in a directory.
 */
export function projectFacts(
  chronicles: readonly ScannedChronicle[],
  unrecorded: readonly UnrecordedSession[],
  rules: CheckoutRules,
  excludedBy: (directory: string) => string | null,
): ProjectFact[] {
  const facts = new Map<string, ProjectFact>();
  const projects = projectsOf(chronicles, rules);
  for (const [index, chronicle] of chronicles.entries()) {
    const project = projects[index];
    if (!project) continue;
    const fact = facts.get(project.slug) ?? emptyFact(project, excludedBy);
    facts.set(project.slug, fact);
    const at = new Date(chronicle.at).toISOString();
    if (chronicle.isCaptured && at > (fact.lastCapture ?? '')) fact.lastCapture = at;
  }
  const since = Date.parse(firstCapture(chronicles) ?? '');
  for (const { folder, cwd, at } of newestUnrecorded(unrecorded, since)) {
    const root = checkoutOfSession({ cwd, directory: folder }, rules) ?? cwd;
    const directory = isFixedDirectory(folder) ? folder : directoryName(root);
    const known = [...facts.values()].find((fact) => fact.root === root);
    const fact = known ?? emptyFact({ slug: '', name: cwd.split(/[\\/]/).at(-1) ?? cwd, directory, root }, excludedBy);
    if (!known) facts.set(cwd, fact);
    if (at > (fact.unrecorded ?? '')) fact.unrecorded = at;
  }
  return [...facts.values()].reverse().sort((a, b) => compare(b.lastCapture ?? '', a.lastCapture ?? ''));
}

/** When the first session was recorded, UTC; null if none was. */
export function firstCapture(chronicles: readonly ScannedChronicle[]): string | null {
  const starts = chronicles.filter(({ isCaptured }) => isCaptured).map(({ started }) => started);
  return starts.filter((start) => !Number.isNaN(Date.parse(start))).sort()[0] ?? null;
}

/** Claude Code's directories that contain the chronicles of several projects, because their paths have the same name there. */
export function sharedDirectories(chronicles: readonly ScannedChronicle[], rules: CheckoutRules): SharedDirectory[] {
  const roots = new Map<string, Set<string>>();
  const found = checkoutsOf(chronicles, rules);
  for (const [index, { directory }] of chronicles.entries()) {
    const root = found[index];
    if (!root || directoryName(root) !== directory) continue;
    roots.set(directory, (roots.get(directory) ?? new Set()).add(root));
  }
  return [...roots].flatMap(([directory, paths]) => (paths.size > 1 ? [{ directory, roots: [...paths].sort() }] : []));
}

/**
 * The checkouts of projects and the one at `here`, with their remotes: that of git's configuration, or of a checkout that is
 * gone the one in its newest facts that name one.
 */
export function checkoutFacts(
  projects: readonly ProjectFact[],
  chronicles: readonly ScannedChronicle[],
  rules: CheckoutRules,
  here: string,
): CheckoutFact[] {
  const roots = new Set([...projects.flatMap(({ root }) => root ?? []), here]);
  if ([...roots].every(isDirectory)) return [];
  const of = checkoutsOf(chronicles, rules);
  const startOf = (index: number) => chronicles[index]?.started ?? '';
  const newest = [...chronicles.keys()].sort((a, b) => compare(startOf(b), startOf(a)));
  return [...roots].map((root) => {
    const isThere = isDirectory(root);
    const own = newest.filter((index) => of[index] === root).slice(0, FACTS_READ);
    const known = own.map((index) => remoteInFacts(chronicles[index]?.path ?? '')).find((remote) => remote !== '');
    return { root, isThere, remote: isThere ? remoteOf(root) : (known ?? '') };
  });
}

/** Where each checkout that is gone may have been moved to. One with several candidates is left out. */
export function movedCheckouts(checkouts: readonly CheckoutFact[]): MovedCheckout[] {
  const there = checkouts.filter(({ isThere }) => isThere);
  return checkouts.flatMap(({ root: old, isThere, remote }) => {
    if (isThere) return [];
    const ofRemote = remote === '' ? [] : there.filter((each) => each.remote === remote);
    const ofName = there.filter(({ root }) => lastPart(root) === lastPart(old));
    const [only, ...others] = ofRemote.length > 0 ? ofRemote : ofName;
    if (!only || others.length > 0) return [];
    return [{ old, path: only.root, remote: ofRemote.length > 0 ? remote : '' }];
  });
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** In how many facts of a checkout a remote is looked for. */
const FACTS_READ = 20;

function remoteInFacts(chronicle: string): string {
  return parseFactsHead(readBeginning(factsPath(chronicle), 64 * 1024) ?? '').head?.remote ?? '';
}

function emptyFact(
  { name, slug, directory, root }: Project,
  excludedBy: (directory: string) => string | null,
): ProjectFact {
  return {
    project: slug || name,
    directory,
    root,
    lastCapture: null,
    unrecorded: null,
    excludedBy: root === null ? null : excludedBy(root),
  };
}

/** The newest attended session of each folder, from a day after recording began. */
function newestUnrecorded(
  sessions: readonly UnrecordedSession[],
  since: number,
): { folder: string; cwd: string; at: string }[] {
  const newest = new Map<string, { cwd: string; at: number }>();
  for (const { folder, cwd, at, isAttended } of sessions) {
    const isSilent = isAttended && at - since > DAY_MS && at > (newest.get(folder)?.at ?? 0);
    if (cwd !== null && isSilent) newest.set(folder, { cwd, at });
  }
  return [...newest].map(([folder, { cwd, at }]) => ({ folder, cwd, at: new Date(at).toISOString() }));
}
