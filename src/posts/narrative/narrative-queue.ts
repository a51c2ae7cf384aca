import { spelled } from '#src/value/spelled.ts';
import type { DraftState } from '../drafts/draft.ts';
import { DRAFT_STATES } from '../drafts/draft.ts';
import { type DraftNote, draftOf } from './draft-note.ts';
import type { SessionNarrative } from './narratives.ts';

/** A narrative and how far it is on its way to a post. */
export interface QueuedNarrative extends SessionNarrative {
  state: NarrativeState;
  /** The draft that tells it, if there is one. */
  draft: DraftNote | null;
}

/** How far a narrative is: as its draft, or not ready for one. */
export type NarrativeState = DraftState | 'waiting';

/** The states as pages say and order them: what asks for a hand first. */
export const NARRATIVE_STATES: Record<NarrativeState, string> = { ...DRAFT_STATES, waiting: 'Waiting' };

/** A narrative with the draft that tells it among `notes`. */
export function queued(told: SessionNarrative, notes: readonly DraftNote[]): QueuedNarrative {
  const draft = draftOf(told.session, notes);
  return { ...told, draft, state: draft?.state ?? told.readiness.state };
}

/** Narratives in the order of their states, and within a state in the order in which they were given. */
export function narrativeQueue(told: readonly SessionNarrative[], notes: readonly DraftNote[]): QueuedNarrative[] {
  const all = told.map((each) => queued(each, notes));
  return Object.keys(NARRATIVE_STATES).flatMap((state) => all.filter((each) => each.state === state));
}

/** `Three narratives are ready to draft. One is in the making. Two more wait.` Empty without narratives. */
export function narrativesRemark(queue: readonly { state: NarrativeState; draft: unknown }[]): string {
  const count = (isMeant: (each: (typeof queue)[number]) => boolean) => queue.filter(isMeant).length;
  const out = count(({ state }) => state === 'exported' || state === 'published');
  const waiting = count(({ state }) => state === 'waiting');
  const ready = count(({ state, draft }) => state === 'ready' && draft === null);
  const parts: [count: number, one: string, several: string][] = [
    [ready, 'is ready to draft', 'are ready to draft'],
    [queue.length - out - waiting - ready, 'is in the making', 'are in the making'],
    [out, 'has left as a post', 'have left as posts'],
    [waiting, 'waits', 'wait'],
  ];
  return parts
    .filter(([many]) => many > 0)
    .map(([many, one, several], place) => {
      const noun = place === 0 ? (many === 1 ? ' narrative' : ' narratives') : several === 'wait' ? ' more' : '';
      return `${spelled(many)}${noun} ${many === 1 ? one : several}.`;
    })
    .join(' ');
}
