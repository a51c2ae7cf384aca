/**
 * A narrative is the story of a session on its way to a post: its beats, how ready it is, and the drafts made of it.
 *
 * These are the beats. At most seven of a session's events carry its story, one for each part, in the order in
 * which they happened; rules pick them and nobody writes them, so they can be worked out anew at any time.
 *
 *     DECISION, INSIGHT, ERROR, PIVOT, MEMORY-MISS, INSIGHT, DECISION
 *     // opening, set-up, trouble, turn, fall, lesson, ending
 */
import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import type { Tag } from '#src/chronicle/tags.ts';

export interface Beat {
  role: BeatRole;
  event: ChronicleEvent;
}

/** The parts of a story, and what they are called. */
export const BEAT_ROLES = {
  opening: 'Opening',
  'set-up': 'Set-up',
  trouble: 'Trouble',
  turn: 'Turn',
  fall: 'Fall',
  lesson: 'Lesson',
  ending: 'Ending',
} as const;

export type BeatRole = keyof typeof BEAT_ROLES;

/** The beats of a session's events, in their order: see `pickBeats`. A candidate carries no story. */
export function beatsOf(events: readonly ChronicleEvent[]): Beat[] {
  const logged = events.filter((event) => !isCandidate(event));
  return pickBeats(logged, ({ tag }) => tag).map(({ role, item }) => ({ role, event: item }));
}

/**
 * Those of some items in time that carry their story, in their order. Each part is filled by one or by none:
 *
 * - trouble: the first error or block
 * - turn: the first pivot after the trouble, else the first pivot
 * - fall: the first memory miss, else the first correction
 * - opening: the first decision or insight before any of these
 * - lesson: the last insight after the turn; without a turn after the fall, the trouble or the opening
 * - ending: the last decision or memory hit after opening, trouble, turn and fall
 * - set-up: the last decision, insight or memory hit between the opening and the beat that follows it
 */
export function pickBeats<Item>(items: readonly Item[], tagOf: (item: Item) => Tag): { role: BeatRole; item: Item }[] {
  const told = items.map(tagOf);
  const first = (from: number, to: number, ...tags: Tag[]) =>
    told.findIndex((tag, place) => place > from && place < to && tags.includes(tag));
  const last = (from: number, to: number, ...tags: Tag[]) =>
    told.findLastIndex((tag, place) => place > from && place < to && tags.includes(tag));
  const { length } = told;

  const trouble = first(-1, length, 'ERROR', 'BLOCKED');
  const turn = either(first(trouble, length, 'PIVOT'), first(-1, length, 'PIVOT'));
  const fall = either(first(-1, length, 'MEMORY-MISS'), first(-1, length, 'USER-CORRECTION'));
  const opening = first(-1, earliest([trouble, turn, fall], length), 'DECISION', 'INSIGHT');
  const hinge = [turn, fall, trouble, opening].find(isFound) ?? length;
  const lesson = last(hinge, length, 'INSIGHT');
  const ending = last(Math.max(opening, trouble, turn, fall), length, 'DECISION', 'MEMORY-HIT');
  const next = earliest([trouble, turn, fall, lesson, ending], length);
  const setUp = isFound(opening) ? last(opening, next, 'DECISION', 'INSIGHT', 'MEMORY-HIT') : NONE;

  const roles = new Map<number, BeatRole>([
    [opening, 'opening'],
    [setUp, 'set-up'],
    [trouble, 'trouble'],
    [turn, 'turn'],
    [fall, 'fall'],
    [lesson, 'lesson'],
    [ending, 'ending'],
  ]);
  return items.flatMap((item, place) => {
    const role = roles.get(place);
    return role ? [{ role, item }] : [];
  });
}

const NONE = -1;

function isFound(place: number): boolean {
  return place !== NONE;
}

function either(place: number, otherwise: number): number {
  return isFound(place) ? place : otherwise;
}

function earliest(places: readonly number[], otherwise: number): number {
  return Math.min(otherwise, ...places.filter(isFound));
}
