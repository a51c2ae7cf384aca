/**
 * What the agent is told at the start of a session besides the reminder: after a compaction its own notebook, and what
 * earlier sessions left: a briefing, or how many notes are open, and sessions that nobody observed.
 *
 * All of it is quoted as a record. Only counts, days and ids are put between our own words.
 */
import { shortId } from '#src/format/session-id.ts';
import { type Checkout, checkoutRules } from '#src/lib/checkout.ts';
import type { Layer, ReadConfig } from '#src/lib/config.ts';
import { daysBetween, isDay } from '#src/lib/calendar-day.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { isThere } from '#src/lib/is-there.ts';
import { localTime } from '#src/lib/local-time.ts';
import { notebookPath, OBSERVATIONS_FILE, type Paths } from '#src/lib/paths.ts';
import { isWithin, readBeginning, realPath } from '#src/lib/read-file.ts';
import type { Env } from '#src/lib/env.ts';
import { indexedPath } from '#src/record/find.ts';
import { entryOf } from '#src/record/live.ts';
import { isAttended, type Payload } from '#src/record/payload.ts';
import { type CheckoutProject, projectOfCheckout } from '#src/record/where.ts';
import { acceptedPlanLine, activePlanLine } from './find-plans.ts';
import { type Briefing, briefing } from './briefing.ts';
import { notebookOf, readOwnNotebook } from './notebook-file.ts';
import type { NotedSession } from './notebook-index.ts';
import { globalSessions, notedSessions } from './notebook-index-file.ts';
import { openNotes, openNotesLine } from './open-notes.ts';
import { pendingLine, pendingSessions } from './pending.ts';
import { returnedNotebook } from './told-notebook.ts';
import { neutralLine } from '#src/lib/text/plain.ts';
import { compare } from '#src/lib/compare.ts';
import { readLines } from './observation-lines.ts';

/** Claude Code moves contexts of more than 10,000 characters into a file (2.1.329); the reminder takes the rest. */
const LONGEST = 8000;
/** Notes that have been left alone for more days are not offered: by then the work went on elsewhere, or was dropped. */
const OFFERED_FOR = 14;

/** What a session's start knows of it. */
interface Start {
  chronicle: string;
  checkout: Checkout;
  branch: string;
  layers: readonly Layer[];
  settings: ReadConfig;
}

/** Null if there is nothing to tell. Throws CHRONICLE_NOTEBOOK for a notebook that cannot be read. */
export function toldAtStart(
  env: Env,
  paths: Paths,
  { source, session_id: sessionId }: Payload,
  { chronicle, checkout, branch, layers, settings: { config } }: Start,
): string | null {
  if (!layers.includes('notes')) return null;
  const now = env.now();
  const project = projectOfCheckout(checkout, checkoutRules(config, env.home), env.variables);
  const isObserved = layers.includes('observations') && isAttended(env.variables);
  const told = (tokens: number) =>
    isObserved ? startBriefing(paths, checkout, { project, branch, sessionId, now }, tokens)?.text : undefined;
  if (source === 'compact') {
    const notebook = isThere(notebookPath(chronicle)) ? readOwnNotebook(notebookOf(chronicle, sessionId)) : null;
    const notes = notebook && returnedNotebook(notebook);
    const left = Math.floor((LONGEST - (notes?.length ?? 0)) / 4);
    return joined([notes, told(Math.min(config.briefing.tokens, left))]);
  }
  const isNew = source !== 'resume' && isAttended(env.variables);
  const brief = told(config.briefing.tokens);
  const isPendingTold = isObserved && isNew && source !== 'fork';
  return joined([
    brief ?? (isNew ? offeredNotes(paths, notedSessions(paths, project), { branch, sessionId, now }) : null),
    isPendingTold
      ? pendingLine(pendingSessions(paths, project, now).filter(({ session }) => session !== sessionId))
      : null,
  ]);
}

function joined(parts: readonly (string | null | undefined)[]): string | null {
  return parts.filter((part) => typeof part === 'string').join('\n') || null;
}

/** A session that starts. */
interface StartingSession {
  branch: string;
  /** Null for a look at what the next session would get. */
  sessionId: string | null;
  now: Date;
}

/** The briefing of a session that starts, of at most so many estimated tokens; null if there is nothing to tell. */
export function startBriefing(
  paths: Paths,
  checkout: Checkout,
  { project, branch, sessionId, now }: StartingSession & { project: CheckoutProject },
  tokens: number,
): Briefing | null {
  if (tokens === 0) return null;
  return briefing({
    sessions: notedSessions(paths, project),
    globals: globalSessions(paths),
    repository: repositoryLines(checkout),
    plan: activePlanLine(checkout, branch) ?? acceptedPlanLine(paths, project.root, sessionId, now),
    branch,
    tokens,
    today: localTime(now).date,
    own: sessionId,
  });
}

/** What the repository tells everyone who works in it. Empty for a file that a link leads to from elsewhere. */
function repositoryLines({ top }: Checkout): string[] {
  const [real, root] = [realPath(`${top}/${OBSERVATIONS_FILE}`), realPath(top)];
  if (real === null || root === null || !isWithin(real, root)) return [];
  return repositoryObservations(readBeginning(real, LONGEST_FILE) ?? '');
}

/**
 * The line about what the last session with notes on a branch left open, as its notebook is now; null if nothing, or if that
 * session is running again, was deleted, or ended more than two weeks ago. Never throws.
 */
function offeredNotes(
  paths: Paths,
  sessions: readonly NotedSession[],
  { branch, sessionId, now }: StartingSession,
): string | null {
  const { date: today } = localTime(now);
  for (const { session, at, branches } of sessions) {
    const day = at.slice(0, 10);
    if (session === sessionId || !branches.includes(branch) || isThere(entryOf(paths, session))) continue;
    if (daysBetween(day, today) > OFFERED_FOR) return null;
    const chronicle = indexedPath(paths, session);
    const frontMatter = chronicle === null ? null : frontMatterOf(chronicle);
    if (chronicle === null || frontMatter?.get('session_id') !== session) return null;
    const notes = notesIn(chronicle, session);
    if (notes.length === 0) continue;
    const open = openNotes({ notes }, frontMatter.get('retro') !== undefined);
    return open && openNotesLine(open, day, shortId(session));
  }
  return null;
}

/** None of a file that cannot be read: `chronicle doctor` reports it. */
function notesIn(chronicle: string, session: string) {
  try {
    return readOwnNotebook(notebookOf(chronicle, session))?.notes ?? [];
  } catch {
    return [];
  }
}

/**
 * What a repository tells everyone who works in it, in `.claude/observations.md`:
 *
 *     Date: 2026-02-11
 *     - 14:30 [decision] [P1] The API launches on 15 March
 *
 * Whoever can commit may write it, so each observation is one neutral line in the briefing, named as the repository's.
 */

/** The longest part of the file that is read (bytes). */
const LONGEST_FILE = 64 * 1024;
const LONGEST_LINE = 300;

/**
 * The observations of the file, one line each: critical ones first, then the newest. Empty for a text that has no dated
 * observation with a priority, which is about something else. Never throws.
 */
export function repositoryObservations(text: string): string[] {
  const { observations } = readLines(text.slice(0, LONGEST_FILE));
  const dated = observations.filter(({ date }) => date !== null && isDay(date));
  if (!/^\s*[-*] .{0,40}\[P[123]\]/m.test(text)) return [];
  return dated
    .sort((a, b) => a.priority - b.priority || compare(b.date ?? '', a.date ?? ''))
    .map(({ title, priority, date }) => `- [P${priority}] ${neutralLine(title, LONGEST_LINE)} (${date})`);
}
