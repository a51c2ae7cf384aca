import type { Paths } from '#src/lib/paths.ts';
import type { Env } from '#src/lib/env.ts';
import { createDraft, hasSessions, readDrafts } from '#src/posts/draft-files.ts';
import { newDraft, readMaterials } from '#src/posts/new-draft.ts';
import { draftArchiveOf, readScanContext } from '#src/posts/posts.ts';
import { currentSnapshot, providedArchive } from './current-archive.ts';
import type { Answer } from './edit-endpoints.ts';
import { Refusal } from './edit-request.ts';

/** Pages never offer a draft of more sessions than this. */
const MOST_SESSIONS = 50;

/**
 * Creates a draft of sessions for a page, and answers with the address of the draft's page. If there is a draft of these
 * sessions already, answers with that one, so a second click does not create another.
 */
export async function createDraftFor(paths: Paths, env: Env, ids: unknown): Promise<Answer> {
  if (!isIdList(ids)) throw new Refusal(400, 'A draft needs a list of session ids. Nothing was changed.');
  const existing = readDrafts(paths).find((draft) => hasSessions(draft, ids));
  if (existing) return answerFor(existing.slug, 'already exists');
  const snapshot = currentSnapshot();
  const sessions = snapshot.sessions.filter(({ id }) => ids.includes(id));
  if (new Set(sessions.map(({ id }) => id)).size < new Set(ids).size)
    throw new Refusal(404, 'Session not found in the archive. Nothing was changed.');
  const { record } = draftArchiveOf(snapshot, snapshot.drafts);
  const scanContext = await readScanContext(env, paths, snapshot);
  const materials = await readMaterials(env, sessions);
  const { slug } = createDraft(paths, await newDraft({ sessions, record, materials }, scanContext));
  providedArchive()?.refresh();
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
