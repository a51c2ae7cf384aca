/**
 * The plan that a person last accepted in a checkout, for the sessions that come after: until a commit comes after it, another
 * plan is accepted, or two weeks have passed. The entry names the session only; the plan's words are in that session's facts.
 */
import { factsLine } from '#src/transcript/facts-line.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { discard } from '#src/lib/work-directory.ts';
import { frontMatterOf } from '#src/format/front-matter-of.ts';
import { indexedPath } from '#src/record/index-entry.ts';
import { acceptedPlanPath, readOpenNotesEntry, writeOpenNotesEntry } from '#src/notes/open-notes-entry.ts';
import { textOf } from '#src/notes/read-book.ts';
import { readPlan } from '#src/notes/plan.ts';
import { factsPath, type Layout } from '#src/lib/paths.ts';
import { neutralLine } from '#src/lib/text/neutral-line.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { isRecord } from '#src/lib/is-record.ts';

/** For how long a plan is told (ms). */
const TOLD_FOR = 14 * DAY_MS;
const LONGEST_TITLE = 200;

/** Takes what an attended session's transcript shows into the entry of its checkout `root`. */
export function keepAcceptedPlan(layout: Layout, root: string, { head, plans, commits }: Facts): void {
  const path = acceptedPlanPath(layout, root);
  const known = readOpenNotesEntry(path);
  const plan = plans.at(-1);
  const isNewer = plan && (known === null || known.session === head.session_id || known.ended <= plan.at);
  const ended = isNewer ? plan.at : known?.ended;
  if (ended === undefined) return;
  const lastCommit = commits.reduce((last, { at }) => (at > last ? at : last), '');
  if (lastCommit > ended) {
    if (known !== null && known.ended <= lastCommit) discard(path);
  } else if (isNewer) writeOpenNotesEntry(layout, path, { session: head.session_id, ended });
}

/** The line about it for a session that starts; null if there is none, or if it was accepted in this session. */
export function acceptedPlanLine(layout: Layout, root: string, sessionId: string | null, now: Date): string | null {
  const entry = readOpenNotesEntry(acceptedPlanPath(layout, root));
  if (entry === null || entry.session === sessionId || now.getTime() - Date.parse(entry.ended) > TOLD_FOR) return null;
  const chronicle = indexedPath(layout, entry.session);
  if (chronicle === null || frontMatterOf(chronicle)?.get('session_id') !== entry.session) return null;
  const [, name] = /([\w.-]+)\.md$/.exec(chronicle) ?? [];
  const plans = factsLine(textOf(factsPath(chronicle)), 'plans');
  const plan: unknown = Array.isArray(plans) ? plans.at(-1) : null;
  if (name === undefined || !isRecord(plan)) return null;
  const title = readPlan(String(plan.text ?? '')).title || String(plan.heading ?? '');
  const day = entry.ended.slice(0, 10);
  return `${neutralLine(title, LONGEST_TITLE)} (accepted ${day}, no commit since; chronicle plan show ${name})`;
}
