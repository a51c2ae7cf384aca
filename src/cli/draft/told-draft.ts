import type { Summary } from '../../chronicle/chronicle.ts';
import { loggedEvents } from '../../chronicle/logged-events.ts';
import type { NewDraft } from '../../narrative/draft/new-draft.ts';
import { ChronicleError } from '../../node/chronicle-error.ts';
import type { Surroundings } from '../../node/export/prepare-draft.ts';
import { safeDraft } from '../../node/export/safe-draft.ts';

/**
 * A new draft of sessions, which is nowhere yet. Refuses (CHRONICLE_NOTHING_TO_TELL) sessions in which nobody wrote a
 * narrative or a summary, and that have no events either but candidates.
 */
export async function toldDraft(given: Parameters<typeof safeDraft>[0], surroundings: Surroundings): Promise<NewDraft> {
  const { sessions } = given;
  const hasStory = sessions.some(({ chronicle }) => loggedEvents(chronicle).length > 0 || isTold(chronicle.summary));
  if (hasStory) return safeDraft(given, surroundings);
  const what = sessions.length === 1 ? 'This session has' : 'These sessions have';
  throw new ChronicleError(
    'CHRONICLE_NOTHING_TO_TELL',
    `There is nothing to tell: ${what} no events, no summary and no narrative. Nothing was written.`,
  );
}

function isTold({ kind, lead, narrative }: Summary): boolean {
  return narrative !== null || (kind !== 'machine' && lead.trim() !== '');
}
