import { memoised } from '#src/lib/memo.ts';
import { spelled } from '#src/lib/spelled.ts';
import type { DraftState, DraftTask } from '../drafts/draft.ts';
import { DRAFT_STATES } from '../drafts/draft.ts';
import { type DraftNote, draftOf } from './draft-note.ts';
import type { SessionNarrative } from './narratives.ts';
import { READINESS_STATES, type ReadinessState } from './readiness.ts';

/** A narrative and how far it is on its way to a post. */
export interface QueuedNarrative extends SessionNarrative {
  state: NarrativeState;
  /** Its draft, if there is one. */
  draft: DraftNote | null;
}

/** How far a narrative is: as its draft, or whether it is ready for one. */
export type NarrativeState = DraftState | ReadinessState;

/** The states as pages show them. */
export const NARRATIVE_STATES: Record<NarrativeState, string> = { ...READINESS_STATES, ...DRAFT_STATES };

/** The order of drafts and narratives, by what to do next: most urgent first. */
const ORDER = ['fix', 'ready', 'export', 'redact', 'update', 'exported', 'published', 'waiting'] as const;
type Place = (typeof ORDER)[number];

/** A narrative with its draft from `notes`. */
export function queued(narrative: SessionNarrative, notes: readonly DraftNote[]): QueuedNarrative {
  const draft = draftOf(narrative.session, notes);
  return draft ? { ...narrative, draft, state: draft.state } : undrafted(narrative);
}

const undrafted = memoised((narrative: SessionNarrative): QueuedNarrative => {
  return { ...narrative, draft: null, state: narrative.readiness.state };
});

/** Narratives by what to do next, most urgent first; otherwise in the given order. */
export function narrativeQueue(
  narratives: readonly SessionNarrative[],
  notes: readonly DraftNote[],
): QueuedNarrative[] {
  const all = narratives.map((each) => queued(each, notes));
  return byUrgency(all, ({ state, draft }) => ({ state, next: draft?.next ?? null }));
}

/** Drafts or narratives by what to do next, most urgent first; otherwise in the given order. */
export function byUrgency<T>(
  items: readonly T[],
  progressOf: (item: T) => { state: NarrativeState; next: DraftTask | null },
): T[] {
  const placeOf = (item: T): Place => {
    const { state, next } = progressOf(item);
    return next ?? (state === 'draft' ? 'export' : state);
  };
  return ORDER.flatMap((place) => items.filter((item) => placeOf(item) === place));
}

/** `Three narratives are ready to draft. One in draft, one published. Two more are not ready yet.` */
export function narrativesRemark(queue: readonly { state: NarrativeState }[]): string {
  const count = (state: NarrativeState) => queue.filter((each) => each.state === state).length;
  const [ready, waiting] = [count('ready'), count('waiting')];
  const noun = (many: number) => `${spelled(many)} ${many === 1 ? 'narrative' : 'narratives'}`;
  const verb = (many: number) => (many === 1 ? 'is' : 'are');
  const drafted = (['draft', 'exported', 'published'] as const)
    .filter((state) => count(state) > 0)
    .map((state, i) => {
      const words =
        i > 0 ? spelled(count(state)).toLowerCase() : ready > 0 ? spelled(count(state)) : noun(count(state));
      return `${words} ${DRAFT_STATES[state].toLowerCase()}`;
    });
  return [
    ready > 0 ? `${noun(ready)} ${verb(ready)} ready to draft.` : '',
    drafted.length > 0 ? `${drafted.join(', ')}.` : '',
    waiting === 0
      ? ''
      : waiting === queue.length
        ? `${noun(waiting)} ${verb(waiting)} not ready yet.`
        : `${spelled(waiting)} more ${verb(waiting)} not ready yet.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
