/**
 * The plans of a checkout, where tools put them:
 *
 *     <checkout>/.claude/plans/<branch>.md     observational memory, and whoever keeps plans with the repository
 *     <checkout>/.claude/plan.md               the same, before it knew branches
 *     <plansDirectory>/*.md                    Claude Code, if its settings name a directory below the project's
 */
import { type Dirent, opendirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { LONGEST_PLAN, type Plan, planLine, readPlan } from './plan.ts';
import { factsPath, type Paths, settingsPath } from '#src/lib/paths.ts';
import { neutralLine } from '#src/lib/text/plain.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { compare } from '#src/lib/compare.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { isWithin, readBeginning, realPath } from '#src/lib/read-file.ts';
import type { Checkout } from '#src/lib/checkout.ts';
import { factsLine } from '#src/transcript/facts-line.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { indexedPath } from '#src/record/find.ts';
import type { CheckoutProject } from '#src/record/where.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { keepLastPlan, lastAcceptedPlan, textOf } from './notebook-index-file.ts';

/** A plan in a file. */
export interface FoundPlan {
  /** Absolute, of a file below the checkout. */
  path: string;
  /** The branch that its place names; null for a plan that belongs to none. */
  branch: string | null;
  plan: Plan;
  /** When it was last changed (ms). */
  changed: number;
}

const FOLDER = '.claude/plans';
const WITHOUT_BRANCH = '.claude/plan.md';
const LONGEST_PATH = 200;
/** How many files of a folder are read. */
const MOST = 200;
/** How many entries of a folder and those below it are listed: a hook reads one that the project's settings name. */
const MOST_ENTRIES = 2000;
/** How many folders the name of a branch may lead to. */
const DEEPEST = 6;
/** A plan that Claude Code made is active if it changed so lately (ms). */
const ACTIVE = 14 * DAY_MS;
/** Claude Code's settings are longer only in accidents (bytes). */
const LARGEST_SETTINGS = 1024 * 1024;

/**
 * The plan that a session on this branch should go on with; null if there is none or it is finished. Takes a few looks at the
 * disk: the branch's own plan, the one without a branch, then the newest that Claude Code keeps in the project.
 */
export function activePlan(checkout: Checkout, branch: string, paths: Paths, now: Date): FoundPlan | null {
  for (const top of topsOf(checkout)) {
    const found = planOfBranch(top, branch) ?? planWithoutBranch(top);
    if (found) return isOpen(found) ? found : null;
  }
  const directory = plansDirectory(checkout.top, paths);
  const [newest] = directory === null ? [] : claudePlans(checkout.top, directory).sort(byChange);
  return newest && isOpen(newest) && now.getTime() - newest.changed < ACTIVE ? newest : null;
}

/** A plan in one line, for a session that starts; null if there is none. */
export function activePlanLine(checkout: Checkout, branch: string, paths: Paths, now: Date): string | null {
  const found = activePlan(checkout, branch, paths, now);
  if (!found) return null;
  return `${planLine(found.plan)} (${neutralLine(shortPath(found.path, checkout), LONGEST_PATH)})`;
}

/** The path of a plan from the top of the checkout that has it. */
export function shortPath(path: string, checkout: Checkout): string {
  for (const top of topsOf(checkout)) {
    const root = realPath(top) ?? top;
    if (path !== root && isWithin(path, root)) return path.slice(root.length + 1).replaceAll(sep, '/');
  }
  return path;
}

/** All plans of a checkout: those of the branch first, then the newest. */
export function plansOf(checkout: Checkout, branch: string, paths: Paths): FoundPlan[] {
  const found = new Map<string, FoundPlan>();
  for (const top of topsOf(checkout)) {
    const folder = `${top}/${FOLDER}`;
    const branchAt = (path: string) => path.slice(folder.length + 1, -'.md'.length).replaceAll(sep, '/');
    const plans = plansIn(top, folder, DEEPEST, branchAt);
    const single = planWithoutBranch(top);
    for (const plan of [...plans, ...(single ? [single] : [])]) found.set(plan.path, found.get(plan.path) ?? plan);
  }
  const directory = plansDirectory(checkout.top, paths);
  for (const plan of directory === null ? [] : claudePlans(checkout.top, directory))
    found.set(plan.path, found.get(plan.path) ?? plan);
  const isCurrent = (plan: FoundPlan) => Number(plan.branch === branch);
  return [...found.values()].sort((a, b) => isCurrent(b) - isCurrent(a) || byChange(a, b));
}

/** The files and directories that decide which plan of a checkout is active. They may be missing. */
export function planPlaces(checkout: Checkout, paths: Paths): string[] {
  const { top } = checkout;
  const directory = plansDirectory(top, paths);
  return [
    ...topsOf(checkout).flatMap((each) => [`${each}/${FOLDER}`, `${each}/${WITHOUT_BRANCH}`]),
    ...settingsFiles(top, paths),
    ...(directory === null ? [] : [directory]),
  ];
}

/** The checkout itself, then the main one: a worktree may have its own plans. */
function topsOf({ top, mainTop }: Checkout): string[] {
  return [...new Set([top, mainTop])];
}

function isOpen({ plan }: FoundPlan): boolean {
  return plan.steps.length === 0 || plan.done < plan.steps.length;
}

function byChange(a: FoundPlan, b: FoundPlan): number {
  return b.changed - a.changed;
}

function planOfBranch(top: string, branch: string): FoundPlan | null {
  return planAt(top, `${top}/${FOLDER}`, `${top}/${FOLDER}/${branch}.md`, branch);
}

function planWithoutBranch(top: string): FoundPlan | null {
  return planAt(top, `${top}/.claude`, `${top}/${WITHOUT_BRANCH}`, null);
}

/**
 * Reads a plan. Null for anything but a file that is really in `folder`, which is really below `top`: a branch or a link may
 * lead out of them.
 */
function planAt(top: string, folder: string, path: string, branch: string | null): FoundPlan | null {
  const [real, within, root] = [realPath(path), realPath(folder), realPath(top)];
  if (real === null || within === null || root === null || !isWithin(within, root) || !isWithin(real, within))
    return null;
  const text = readBeginning(real, LONGEST_PLAN);
  const changed = statsOf(real)?.mtimeMs;
  return text === null || changed === undefined ? null : { path: real, branch, plan: readPlan(text), changed };
}

/** Claude Code makes no folders in its directory. */
function claudePlans(top: string, directory: string): FoundPlan[] {
  return plansIn(top, directory, 0, () => null);
}

function plansIn(top: string, folder: string, depth: number, branchAt: (path: string) => string | null): FoundPlan[] {
  return filesIn(folder, depth, { entries: MOST_ENTRIES })
    .slice(0, MOST)
    .flatMap((path) => planAt(top, folder, path, branchAt(path)) ?? []);
}

function filesIn(folder: string, depth: number, left: { entries: number }): string[] {
  return entriesOf(folder, left).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 ? filesIn(path, depth - 1, left) : [];
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** At most as many entries as are left, by name; none if the folder cannot be read. */
function entriesOf(folder: string, left: { entries: number }): Dirent[] {
  const entries: Dirent[] = [];
  try {
    const directory = opendirSync(folder);
    try {
      for (; left.entries > 0; left.entries--) {
        const entry = directory.readSync();
        if (entry === null) break;
        entries.push(entry);
      }
    } finally {
      directory.closeSync();
    }
  } catch {
    return [];
  }
  return entries.sort((a, b) => compare(a.name, b.name));
}

/**
 * Where Claude Code keeps plans in this project; null if it keeps them elsewhere. The setting is relative to the project and
 * must stay in it (Claude Code 2.1.329). Of three settings files, the most particular counts. The top of the project is not
 * such a place: Claude Code would take it, but its README and changelog are no plans.
 */
function plansDirectory(top: string, paths: Paths): string | null {
  for (const file of settingsFiles(top, paths)) {
    const { plansDirectory: named } = parseObject(readBeginning(file, LARGEST_SETTINGS) ?? '');
    if (typeof named !== 'string' || named === '') continue;
    const directory = resolve(join(top, named));
    return isWithin(directory, top) && directory !== resolve(top) ? directory : null;
  }
  return null;
}

function settingsFiles(top: string, paths: Paths): string[] {
  return [settingsPath(paths, top, false), settingsPath(paths, top, true), settingsPath(paths, null, false)];
}

/**
 * The plan that a person last accepted in a checkout, for the sessions that come after: until a commit comes after it, another
 * plan is accepted, or two weeks have passed. The index names the session only; the plan's words are in that session's facts.
 */

/** For how long a plan is told (ms). */
const TOLD_FOR = 14 * DAY_MS;
const LONGEST_TITLE = 200;

/** Takes what an attended session's transcript shows into the index of its project. */
export function keepAcceptedPlan(paths: Paths, project: CheckoutProject, { head, plans, commits }: Facts): void {
  const session = head.session_id;
  const known = lastAcceptedPlan(paths, project.root);
  const plan = plans.at(-1);
  const isNewer = plan && (known === null || known.session === session || known.at <= plan.at);
  const at = isNewer ? plan.at : known?.at;
  if (at === undefined) return;
  if (commits.some((commit) => commit.at > at)) {
    if (known !== null) keepLastPlan(paths, project, null);
  } else if (isNewer) keepLastPlan(paths, project, { session, at });
}

/** The line about it for a session that starts; null if there is none, or if it was accepted in this session. */
export function acceptedPlanLine(paths: Paths, root: string, sessionId: string | null, now: Date): string | null {
  const accepted = lastAcceptedPlan(paths, root);
  if (accepted === null || accepted.session === sessionId) return null;
  const chronicle = indexedPath(paths, accepted.session);
  if (chronicle === null || frontMatterOf(chronicle)?.get('session_id') !== accepted.session) return null;
  const [, name] = /([\w.-]+)\.md$/.exec(chronicle) ?? [];
  const plans = factsLine(textOf(factsPath(chronicle)), 'plans');
  const plan: unknown = Array.isArray(plans) ? plans.at(-1) : null;
  if (name === undefined || !isRecord(plan) || now.getTime() - Date.parse(accepted.at) > TOLD_FOR) return null;
  const title = readPlan(String(plan.text ?? '')).title || String(plan.heading ?? '');
  const day = accepted.at.slice(0, 10);
  return `${neutralLine(title, LONGEST_TITLE)} (accepted ${day}, no commit since; chronicle plan show ${name})`;
}
