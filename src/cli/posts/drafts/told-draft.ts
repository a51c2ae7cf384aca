import type { Surroundings } from '#src/node/posts/export/prepare-draft.ts';
import { safeDraft } from '#src/node/posts/export/safe-draft.ts';
import type { NewDraft } from '#src/posts/drafts/new-draft.ts';
import { hasStory } from '#src/posts/narrative/has-story.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';

/**
 * A new draft of sessions, which is nowhere yet. Refuses (CHRONICLE_NOTHING_TO_TELL) sessions in which nobody wrote a
 * narrative or a summary, and that have no events either but candidates.
 */
export async function toldDraft(given: Parameters<typeof safeDraft>[0], surroundings: Surroundings): Promise<NewDraft> {
  const { sessions } = given;
  if (sessions.some(({ chronicle }) => hasStory(chronicle))) return safeDraft(given, surroundings);
  const what = sessions.length === 1 ? 'This session has' : 'These sessions have';
  throw new ChronicleError(
    'CHRONICLE_NOTHING_TO_TELL',
    `There is nothing to tell: ${what} no events, no summary and no narrative. Nothing was written.`,
  );
}
