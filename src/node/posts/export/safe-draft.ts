import type { Narrative } from '#src/chronicle/chronicle.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { MemoryRecord } from '#src/memory/misses/memory-record.ts';
import { type NewDraft, newDraft } from '#src/posts/drafts/new-draft.ts';
import type { Surroundings } from './prepare-draft.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * A new draft of sessions whose name, title and description hold no secret and no home path: these are printed, and
 * cut, and half a token is not known for one. Its text is as the sessions have it.
 */
export async function safeDraft(
  given: Parameters<typeof newDraft>[0] & { record: MemoryRecord },
  surroundings: Surroundings,
): Promise<NewDraft> {
  const safe = (text: string) => withoutSecrets(text, surroundings);
  const sessions = await Promise.all(given.sessions.map((session) => withSafeWords(session, safe)));
  const { title, description } = newDraft({ ...given, sessions }).settings;
  return newDraft({ ...given, title: await safe(title), description: await safe(description) });
}

/** The session with all that a title or description is made of replaced. */
async function withSafeWords(session: Session, safe: (text: string) => Promise<string>): Promise<Session> {
  const { frontMatter, events, summary } = session.chronicle;
  const [first, ...others] = events;
  const chronicle = {
    ...session.chronicle,
    frontMatter: Object.assign({}, frontMatter, { branch: await safe(frontMatter.branch) }),
    events: first ? [{ ...first, text: await safe(first.text) }, ...others] : [],
    summary: { ...summary, lead: await safe(summary.lead), narrative: await safeNarrative(summary.narrative, safe) },
  };
  return { ...session, chronicle };
}

async function safeNarrative(
  narrative: Narrative | null,
  safe: (text: string) => Promise<string>,
): Promise<Narrative | null> {
  return narrative && { title: await safe(narrative.title), text: await safe(narrative.text) };
}
