import type { DraftState } from '../drafts/draft.ts';
import { DRAFT_STATES } from '../drafts/draft.ts';
import { type DraftNote, draftOf } from './draft-note.ts';
import type { ToldSession } from './narratives.ts';

/** A narrative and how far it is on its way to a post. */
export interface QueuedNarrative extends ToldSession {
  state: NarrativeState;
  /** The draft that tells it, if there is one. */
  draft: DraftNote | null;
}

/** How far a narrative is: as its draft, or not ready for one. */
export type NarrativeState = DraftState | 'waiting';

/** The states as pages say and order them: what asks for a hand first. */
export const NARRATIVE_STATES: Record<NarrativeState, string> = { ...DRAFT_STATES, waiting: 'Waiting' };

/** A narrative with the draft that tells it among `notes`. */
export function queued(told: ToldSession, notes: readonly DraftNote[]): QueuedNarrative {
  const draft = draftOf(told.session, notes);
  return { ...told, draft, state: draft?.state ?? told.readiness.state };
}

/** Narratives in the order of their states, and within a state in the order in which they were given. */
export function narrativeQueue(told: readonly ToldSession[], notes: readonly DraftNote[]): QueuedNarrative[] {
  const all = told.map((each) => queued(each, notes));
  return Object.keys(NARRATIVE_STATES).flatMap((state) => all.filter((each) => each.state === state));
}
