/**
 * How close a narrative is to a publishable post. Only countable things are judged; whether a story is good is up to its
 * author.
 */
import type { Chronicle } from '#src/format/chronicle.ts';
import { counted } from '#src/lib/text/day.ts';
import type { Beat } from './beats.ts';

export interface Readiness {
  state: ReadinessState;
  /** What is missing for a post: `Only 80 words`. Empty unless the state is `waiting`. */
  missing: string[];
}

export type ReadinessState = keyof typeof READINESS_STATES;

/** The states as pages show them, closest to publishable first. */
export const READINESS_STATES = { ready: 'Ready', waiting: 'Not ready' } as const;

/** About three short paragraphs. */
const FEWEST_WORDS = 120;
/** Beginning, middle and end. */
const FEWEST_BEATS = 3;

/** The readiness of a narrative, from its word count, its lead and the beats of its session. */
export function readinessOf(words: number, lead: string, beats: readonly Beat[]): Readiness {
  const missing = [
    ...(words < FEWEST_WORDS ? [few(words, 'word')] : []),
    ...(lead.trim() === '' ? ['No summary'] : []),
    ...(beats.length < FEWEST_BEATS ? [few(beats.length, 'beat')] : []),
  ];
  return { state: missing.length === 0 ? 'ready' : 'waiting', missing };
}

function few(many: number, noun: string): string {
  return many === 0 ? `No ${noun}s` : `Only ${counted(many, noun)}`;
}

/** Whether a session can become a post: a machine summary alone is not enough. */
export function hasStory(chronicle: Pick<Chronicle, 'events' | 'summary'>): boolean {
  const { kind, lead, narrative } = chronicle.summary;
  return chronicle.events.length > 0 || narrative !== null || (kind !== 'machine' && lead.trim() !== '');
}
