/**
 * The record of what `chronicle log` acknowledged, one JSON line an event, and which of these events a chronicle no longer
 * has. An editor that saves an older copy overwrites events, which nobody can prevent; this is how it is noticed.
 */
import { groupBy } from '../value/group-by.ts';
import { parseObject } from '../value/json-object.ts';
import type { ChronicleEvent } from './chronicle.ts';
import { namedRecords } from './provenance.ts';
import { isTag } from './tags.ts';

/** An event as it was logged, with its local day and `HH:MM`. */
export type Acknowledged = Pick<ChronicleEvent, 'tag' | 'text' | 'details' | 'date'> & { time: string };

type Event = Omit<ChronicleEvent, 'id' | 'line'>;

/** The line of the record for an event, without a line break. */
export function acknowledgedLine({ date, time, tag, text, details }: Acknowledged): string {
  return JSON.stringify({ date, time, tag, text, details });
}

/** The events of a record. Invalid lines are skipped: a killed process can leave one. */
export function readAcknowledged(text: string): Acknowledged[] {
  return text.split('\n').flatMap((line) => acknowledgedIn(line) ?? []);
}

/** The event of a line; null if the line is invalid. */
export function acknowledgedIn(line: string): Acknowledged | null {
  if (!line.startsWith('{')) return null;
  const { date, time, tag, text, details } = parseObject(line);
  if (typeof tag !== 'string' || !isTag(tag) || typeof text !== 'string' || typeof details !== 'string') return null;
  // An event is one line. Another would become a part of the file.
  if (/[\r\n]/.test(text)) return null;
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  return typeof time === 'string' && /^\d\d:\d\d$/.test(time) ? { date, time, tag, text, details } : null;
}

/**
 * The acknowledged events that are not among a chronicle's events, in the order in which they were logged. An event whose
 * words or tag were edited is not lost: one at the same minute that nobody else logged, and that is similar.
 */
export function lostEvents(acknowledged: readonly Acknowledged[], events: readonly Event[]): Acknowledged[] {
  const left = groupBy(events, wordsOf);
  // Of events with the same words, those with the same time belong together. The others were moved.
  const atAnotherTime = acknowledged.filter((event) => !taken(left, event, (other) => isSameTime(event, other)));
  const missing = atAnotherTime.filter((event) => !taken(left, event, () => true));
  if (missing.length === 0) return [];
  const edited = groupBy([...left.values()].flat().filter(isWritten), momentOf);
  return missing.filter(
    (event) => !takenFrom(edited.get(momentOf(event)) ?? [], (other) => areSimilar(event.text, other.text)),
  );
}

/** Takes the first event that has the words of another, and fits. */
function taken(left: ReadonlyMap<string, Event[]>, event: Acknowledged, fits: (other: Event) => boolean): boolean {
  return takenFrom(left.get(wordsOf(event)) ?? [], fits);
}

function takenFrom(events: Event[], fits: (event: Event) => boolean): boolean {
  const at = events.slice(0, MOST_COMPARED).findIndex(fits);
  if (at >= 0) events.splice(at, 1);
  return at >= 0;
}

/** Nobody edits more events of one minute, or logs the same words more often. */
const MOST_COMPARED = 20;

/** Whether an event was not found in a transcript. */
function isWritten({ details }: Event): boolean {
  return namedRecords(details).length === 0;
}

function isSameTime(a: Acknowledged, b: Event): boolean {
  return a.date === b.date && a.time === b.time;
}

function momentOf({ date, time }: Pick<Event, 'date' | 'time'>): string {
  return `${date} ${time}`;
}

function wordsOf({ tag, text }: Pick<Event, 'tag' | 'text'>): string {
  return `${tag}\n${text.normalize('NFC').trim()}`;
}

/** Characters to compare; a longer line that begins differently is another one. */
const MOST_COMPARED_TEXT = 400;

/** Whether a line may be the edited form of a logged one: most words are the same, it was shortened, or it was continued. */
export function areSimilar(logged: string, edited: string): boolean {
  const [words, others] = [firstWords(logged), firstWords(edited)];
  const left = new Set(others);
  const common = words.filter((word) => left.delete(word)).length;
  if (common * 4 > words.length + others.length) return true;
  return (others.length > 2 && common * 3 >= others.length * 2) || (words.length > 1 && common === words.length);
}

function firstWords(text: string): string[] {
  const words = text
    .slice(0, MOST_COMPARED_TEXT)
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s.,;:!?"'`()]+/);
  return words.filter((word) => word !== '');
}
