/** The edits that pages of `chronicle dev` can make: what each does, and what it refuses. The sample cannot be edited. */
import type { Session } from '#src/format/session.ts';
import type { Env } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import { createDraft, hasSessions, readDraft, readDrafts, saveDecisions, draftsOf } from '#src/posts/draft-files.ts';
import { newDraft, readMaterials } from '#src/posts/new-draft.ts';
import { draftArchiveOf, readScanContext } from '#src/posts/posts.ts';
import { decide } from '#src/redaction/decisions.ts';
import type { Decision } from '#src/redaction/finding.ts';
import { hideFound, keepFound } from '#src/transcript/keep-found.ts';
import { currentArchive, currentPosts, currentSnapshot } from './current-archive.ts';
import { type Action, type Answer, Refusal } from './edit-endpoints.ts';

type Fields = Record<string, unknown>;

/** The edits by name. */
export function editActions(paths: Paths, env: Env): ReadonlyMap<string, Action> {
  return new Map([
    action('found', ['session', 'event', 'verb'], (fields) => decideFound(paths, fields)),
    action('finding', ['draft', 'finding', 'decision'], (fields) => decideFinding(paths, fields)),
    action('draft', ['sessions'], ({ sessions }) => createDraftFor(paths, env, sessions)),
  ]);
}

function action(name: string, fields: readonly string[], run: Action['run']): [string, Action] {
  const guarded: Action['run'] = (given) => {
    if (currentPosts().isEditable()) return run(given);
    throw new Refusal(403, 'The sample cannot be edited. Nothing was changed.');
  };
  return [name, { fields, run: guarded }];
}

/** Keeps or hides a found event of a session. */
function decideFound(paths: Paths, { session, event, verb }: Fields): string {
  if (typeof session !== 'string' || typeof event !== 'string' || (verb !== 'keep' && verb !== 'hide'))
    throw new Refusal(400, 'A found event needs its session, its id, and keep or hide. Nothing was changed.');
  const own = currentSnapshot().sessions.find((each) => each.id === session && hasFound(each, event));
  if (!own) throw new Refusal(409, 'The event is not there as this page showed it. Nothing was changed.');
  if (!own.path.startsWith(`${paths.projects}/`))
    throw new Refusal(403, 'Archives of other machines are only read. Nothing was changed.');
  const target = { chronicle: own.path, sessionId: own.id, id: event };
  if (verb === 'keep') keepFound(target);
  else hideFound(paths, target);
  currentArchive().refresh();
  return verb === 'keep' ? 'The event is in the chronicle.' : 'The event is hidden.';
}

function hasFound({ chronicle: { events, more = [] } }: Session, id: string): boolean {
  return [...events, ...more].some((event) => event.id === id && event.found !== undefined);
}

const SAID: Record<Decision, (kind: string) => string> = {
  replace: (kind) => `The ${kind} will be replaced.`,
  keep: (kind) => `The ${kind} will be kept.`,
  'leave-out': (kind) => `Events with the ${kind} will be left out.`,
};

/** Saves a decision about a finding of a draft. Refuses a finding that the draft no longer has. */
async function decideFinding(paths: Paths, { draft: slug, finding: hash, decision }: Fields): Promise<string> {
  if (typeof slug !== 'string' || typeof hash !== 'string' || !isDecision(decision))
    throw new Refusal(
      400,
      'A decision needs a draft, a finding, and one of replace, keep or leave-out. Nothing was changed.',
    );
  const prepared = (await currentPosts().drafts()).find(({ draft }) => draft.slug === slug);
  const draft = prepared && readDraft(paths, slug);
  if (!draft) throw new Refusal(404, 'Draft not found. Nothing was changed.');
  const finding = prepared.findings.find((each) => each.hash === hash);
  if (!finding) throw new Refusal(409, 'The draft no longer has this finding. Nothing was changed.');
  saveDecisions(draft, decide(draft.decisions, finding, decision));
  currentArchive().refresh();
  return SAID[decision](finding.kind);
}

function isDecision(value: unknown): value is Decision {
  return typeof value === 'string' && Object.hasOwn(SAID, value);
}

/** Pages never offer a draft of more sessions than this. */
const MOST_SESSIONS = 50;

/**
 * Creates a draft of sessions, and answers with the address of its page. If there is a draft of these sessions already,
 * answers with that one, so a second click does not create another.
 */
async function createDraftFor(paths: Paths, env: Env, ids: unknown): Promise<Answer> {
  if (!isIdList(ids)) throw new Refusal(400, 'A draft needs a list of session ids. Nothing was changed.');
  const existing = readDrafts(paths).find((draft) => hasSessions(draft, ids));
  if (existing) return answerFor(existing.slug, 'already exists');
  const snapshot = currentSnapshot();
  const sessions = snapshot.sessions.filter(({ id }) => ids.includes(id));
  if (new Set(sessions.map(({ id }) => id)).size < new Set(ids).size)
    throw new Refusal(404, 'Session not found in the archive. Nothing was changed.');
  const { record } = draftArchiveOf(snapshot, draftsOf(snapshot.userFiles));
  const scanContext = await readScanContext(env, paths, snapshot);
  const materials = await readMaterials(env, sessions);
  const { slug } = createDraft(paths, await newDraft({ sessions, record, materials }, scanContext));
  currentArchive().refresh();
  return answerFor(slug, 'was created');
}

function answerFor(slug: string, what: string): Answer {
  return { said: `The draft ${slug} ${what}.`, address: `/drafts/${encodeURIComponent(slug)}/` };
}

function isIdList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_SESSIONS &&
    value.every((id) => typeof id === 'string')
  );
}
