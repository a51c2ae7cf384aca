/**
 * The plan that a person last accepted in a checkout, for the sessions that come after: until a commit comes after it, another
 * plan is accepted, or two weeks have passed. The index names the session only; the plan's words are in that session's facts.
 */
import { factsLine } from '#src/transcript/facts-line.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { indexedPath } from '#src/record/find.ts';
import type { CheckoutProject } from '#src/record/where.ts';
import { factsPath, type Paths } from '#src/lib/paths.ts';
import { neutralLine } from '#src/lib/text/plain.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { keepLastPlan, lastAcceptedPlan, textOf } from './notebook-index-file.ts';
import { readPlan } from './plan.ts';

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
