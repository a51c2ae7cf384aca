/* Compares the events found in a session with its labels. */
import type { Tag } from '#src/format/tags.ts';
import { contentWords, sharedWords } from './content-words.ts';
import type { LabelledSession } from './labelled-sessions.ts';

/** A record's place in its session. */
export interface RecordPlace {
  /** How many prompts came before, with its own. */
  turn: number;
  /** In milliseconds since 1970. */
  time: number;
  /** Of a result, the id of the record that made the call; else its own. */
  call: string;
}

export interface LabelledEvent {
  tag: Tag;
  text: string;
  /** Other tags that are as good. */
  accept: readonly Tag[];
  /** The id of the record that shows it. */
  record: string;
  /** Ids of other records that say the same, such as the commit of a decision. */
  also: readonly string[];
  /** Whether a reader wants it a month later; else it is merely true. */
  important: boolean;
}

export interface JudgedEvent {
  tag: Tag;
  text: string;
  record: string;
}

export interface SessionScore {
  /** Labels with the event that was found for each. */
  right: { label: LabelledEvent; found: JudgedEvent }[];
  missed: LabelledEvent[];
  /** Found events without a label. */
  wrong: JudgedEvent[];
  /** Found events that say once more what another one says. */
  repeated: JudgedEvent[];
}

const NEAR = 10 * 60_000;
/** Texts with this many content words in common say the same. */
const SAME = 3;

/**
 * A found event matches a label if its tag is the label's or accepted, and it comes from the label's record, or from the same turn
 * within ten minutes, or says the same anywhere in the session. A label is matched once, by its best event; an event that only
 * repeats what another one says is neither right nor wrong.
 */
export function scoreSession(
  labels: readonly LabelledEvent[],
  found: readonly JudgedEvent[],
  places: ReadonlyMap<string, RecordPlace>,
): SessionScore {
  const pairs = labels
    .flatMap((label) => found.map((event) => ({ label, found: event, worth: worthOf(label, event, places) })))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
  const right: SessionScore['right'] = [];
  for (const { label, found: event } of pairs)
    if (!right.some((pair) => pair.label === label || pair.found === event)) right.push({ label, found: event });
  const rest = found.filter((event) => !right.some((pair) => pair.found === event));
  const isRepeat = (event: JudgedEvent) =>
    right.some(({ label }) => sharedWords(label.text, event.text) >= SAME || isFrom(label.also, event, places));
  return {
    right,
    missed: labels.filter((label) => !right.some((pair) => pair.label === label)),
    wrong: rest.filter((event) => !isRepeat(event)),
    repeated: rest.filter(isRepeat),
  };
}

/** What a reader gets from a found event: 2 for what they want a month later, 1 for what is true, 0 for neither. */
export type Rating = 0 | 1 | 2;

/**
 * Rates each found event that says something of its own, whatever its tag; what only repeats another one is left out. It is true
 * if it has a label, or words of one with another tag, or says what one of the `dull` sentences says.
 */
export function ratings(
  { right, wrong }: SessionScore,
  { labels, dull, places }: Pick<LabelledSession, 'labels' | 'dull' | 'places'>,
): { event: JudgedEvent; rating: Rating }[] {
  const rated = right.map(({ label, found }) => ({ event: found, label }));
  const others: { event: JudgedEvent; rating: Rating }[] = [];
  for (const event of wrong) {
    const label = labels.find((one) => isToldBy(one, event, places));
    if (label === undefined) others.push({ event, rating: dull.some((sentence) => isSaid(sentence, event)) ? 1 : 0 });
    else if (!rated.some((one) => one.label === label)) rated.push({ event, label });
  }
  return [...rated.map(({ event, label }) => ({ event, rating: label.important ? 2 : 1 }) as const), ...others];
}

/** Whether an event tells what a label does, under any tag. */
function isToldBy(label: LabelledEvent, event: JudgedEvent, places: ReadonlyMap<string, RecordPlace>): boolean {
  const words = sharedWords(label.text, event.text);
  return words >= SAME || (words >= SAME - 1 && isFrom([label.record, ...label.also], event, places));
}

const isSaid = (sentence: string, event: JudgedEvent) =>
  sharedWords(sentence, event.text) >= Math.min(SAME, contentWords(sentence).size);

/** How well an event fits a label, by its words first and by its place second: 0 if it does not match. */
function worthOf(label: LabelledEvent, found: JudgedEvent, places: ReadonlyMap<string, RecordPlace>): number {
  const isTag = label.tag === found.tag;
  if (!isTag && !label.accept.includes(found.tag)) return 0;
  const [place, other] = [places.get(label.record), places.get(found.record)];
  const isSame = isFrom([label.record, ...label.also], found, places);
  const isNear = place !== undefined && other?.turn === place.turn && Math.abs(other.time - place.time) <= NEAR;
  const words = sharedWords(label.text, found.text);
  if (!isSame && !isNear && words < SAME) return 0;
  return 10 * words + (isSame ? 15 : 0) + (isNear ? 10 : 0) + (isTag ? 5 : 0);
}

/** Whether an event comes from one of the records, or from the result of a call that one of them makes. */
function isFrom(
  records: readonly string[],
  { record }: JudgedEvent,
  places: ReadonlyMap<string, RecordPlace>,
): boolean {
  return records.includes(record) || records.includes(places.get(record)?.call ?? '');
}
