/**
 * How near a narrative is to being a post. What is missing is said in words, and only what can be
 * counted is judged: whether a story is good is for its author.
 */
import type { Chronicle } from '#src/chronicle/chronicle.ts';
import { loggedEvents } from '#src/chronicle/logged-events.ts';
import { counted } from '#src/text/day.ts';
import type { Beat } from './beats.ts';

export interface Readiness {
  state: ReadinessState;
  /** What a post needs and is not there: `Short: 80 words`. Empty unless the state is `waiting`. */
  missing: string[];
}

export type ReadinessState = keyof typeof READINESS_STATES;

/** The states as pages say and order them: what is nearest to a post first. */
export const READINESS_STATES = { ready: 'Ready', waiting: 'Waiting' } as const;

/** Three short paragraphs: less is a remark. */
const FEWEST_WORDS = 120;
/** A beginning, a middle and an end. */
const FEWEST_BEATS = 3;

/** The readiness of a narrative of so many words, behind a lead and with the beats of its session. */
export function readinessOf(words: number, lead: string, beats: readonly Beat[]): Readiness {
  const missing = [
    ...(words < FEWEST_WORDS ? [`Short: ${counted(words, 'word')}`] : []),
    ...(lead.trim() === '' ? ['No lead'] : []),
    ...(beats.length < FEWEST_BEATS ? [`Thin: ${counted(beats.length, 'beat')}`] : []),
  ];
  return { state: missing.length === 0 ? 'ready' : 'waiting', missing };
}

/** Whether a post can be made of a session: not of candidates and a machine's summary alone, which `export` refuses. */
export function hasStory(chronicle: Pick<Chronicle, 'events' | 'summary'>): boolean {
  const { kind, lead, narrative } = chronicle.summary;
  return loggedEvents(chronicle).length > 0 || narrative !== null || (kind !== 'machine' && lead.trim() !== '');
}
