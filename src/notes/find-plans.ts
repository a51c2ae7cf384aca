/**
 * The plans of a checkout, where tools put them, and the plan that a person last accepted:
 *
 *     <checkout>/.claude/plans/<branch>.md     observational memory, and whoever keeps plans with the repository
 *     <checkout>/.claude/plan.md               the same, before it knew branches
 */
import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { LONGEST_PLAN, type Plan, planLine, readPlan } from './plan.ts';
import { factsPath, type Paths } from '#src/lib/paths.ts';
import { neutralLine } from '#src/lib/text/plain.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
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

/** The plan that a session on this branch should go on with: the branch's own, else the one without a branch. Null if there is none or it is finished. */
export function activePlan(checkout: Checkout, branch: string): FoundPlan | null {
  for (const top of topsOf(checkout)) {
    const found = planAt(top, FOLDER, `${FOLDER}/${branch}.md`, branch) ?? planAt(top, '.claude', WITHOUT_BRANCH, null);
    if (found) return found.plan.steps.length === 0 || found.plan.done < found.plan.steps.length ? found : null;
  }
  return null;
}

/** A plan in one line, for a session that starts; null if there is none. */
export function activePlanLine(checkout: Checkout, branch: string): string | null {
  const found = activePlan(checkout, branch);
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
export function plansOf(checkout: Checkout, branch: string): FoundPlan[] {
  const found = new Map<string, FoundPlan>();
  for (const top of topsOf(checkout)) {
    const plans = namesBelow(`${top}/${FOLDER}`).map((name) =>
      planAt(top, FOLDER, `${FOLDER}/${name}`, name.slice(0, -'.md'.length).replaceAll(sep, '/')),
    );
    for (const plan of [...plans, planAt(top, '.claude', WITHOUT_BRANCH, null)])
      if (plan && !found.has(plan.path)) found.set(plan.path, plan);
  }
  const isCurrent = (plan: FoundPlan) => Number(plan.branch === branch);
  return [...found.values()].sort((a, b) => isCurrent(b) - isCurrent(a) || b.changed - a.changed);
}

/** The files and directories that decide which plan of a checkout is active. They may be missing. */
export function planPlaces(checkout: Checkout): string[] {
  return topsOf(checkout).flatMap((top) => [`${top}/${FOLDER}`, `${top}/${WITHOUT_BRANCH}`]);
}

/** The checkout itself, then the main one: a worktree may have its own plans. */
function topsOf({ top, mainTop }: Checkout): string[] {
  return [...new Set([top, mainTop])];
}

/**
 * Reads a plan. Null for anything but a file that is really in `folder`, which is really below `top`: a branch or a link may
 * lead out of them.
 */
function planAt(top: string, folder: string, path: string, branch: string | null): FoundPlan | null {
  const [real, within, root] = [realPath(`${top}/${path}`), realPath(`${top}/${folder}`), realPath(top)];
  if (real === null || within === null || root === null || !isWithin(within, root) || !isWithin(real, within))
    return null;
  const text = readBeginning(real, LONGEST_PLAN);
  const changed = statsOf(real)?.mtimeMs;
  return text === null || changed === undefined ? null : { path: real, branch, plan: readPlan(text), changed };
}

/** The Markdown files in a folder and those below it, without hidden ones; none if it cannot be read. */
function namesBelow(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => /^(?!.*(?:^|[\\/])(?:\.|node_modules[\\/])).*\.md$/.test(name))
      .sort()
      .slice(0, MOST);
  } catch {
    return [];
  }
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
