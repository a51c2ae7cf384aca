/**
 * A narrative is the story of a session on its way to a post: its beats, how ready it is, and its drafts.
 *
 * Beats are the up to seven events of a session that carry its story, one for each part, in order. Rules pick them, so
 * they can be recomputed at any time.
 *
 *     DECISION, INSIGHT, ERROR, PIVOT, MEMORY-MISS, INSIGHT, DECISION
 *     // opening, set-up, trouble, turn, fall, lesson, ending
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Tag } from '#src/format/tags.ts';

export interface Beat {
  role: BeatRole;
  event: ChronicleEvent;
}

/** The parts of a story and their labels. */
export const BEAT_ROLES = {
  opening: 'Opening',
  'set-up': 'Set-up',
  trouble: 'Trouble',
  turn: 'Turning point',
  fall: 'Setback',
  lesson: 'Lesson',
  ending: 'Ending',
} as const;

export type BeatRole = keyof typeof BEAT_ROLES;

/** The beats of a session, in order: see `pickBeats`. */
export function beatsOf(events: readonly ChronicleEvent[]): Beat[] {
  return pickBeats(events, ({ tag }) => tag).map(({ role, item }) => ({ role, event: item }));
}

/**
 * Picks the items of a sequence that carry its story, in order. Each part has at most one:
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
  const tags = items.map(tagOf);
  const first = (from: number, to: number, ...wanted: Tag[]) =>
    tags.findIndex((tag, place) => place > from && place < to && wanted.includes(tag));
  const last = (from: number, to: number, ...wanted: Tag[]) =>
    tags.findLastIndex((tag, place) => place > from && place < to && wanted.includes(tag));
  const { length } = tags;

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
