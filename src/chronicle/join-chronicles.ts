/**
 * Joins two files of one session: a copy from another machine, a restored backup, a conflict copy of a synchronised folder.
 *
 *     ours                               theirs                          joined
 *     - 14:00 [DECISION] One list        - 14:00 [DECISION] One list     - 14:00 [DECISION] One list
 *     - 15:00 [PIVOT] Two lists          - 14:30 [ERROR] It was empty    - 14:30 [ERROR] It was empty
 *                                                                        - 15:00 [PIVOT] Two lists
 *
 * Every byte of ours is kept. What theirs has more is added where its time belongs; an event is the same if its tag and its first
 * line are. What cannot be added is returned, so that a person can decide.
 */

import { namedRecords } from '../format/event-source.ts';
import type { Chronicle, ChronicleEvent, Summary, SummaryKind } from './chronicle.ts';
import type { NotJoined } from './copies.ts';
import { setSummary, summaryAppendix } from './edit.ts';
import { setNarrative } from './edit-narrative.ts';
import { type Digest, withIds } from './event-id.ts';
import { readEntries } from './front-matter.ts';
import { type InsertedEvent, insertEvents } from './insert-events.ts';
import { frontMatterLines, readUnchecked } from './read.ts';
import { type Scan, scan, scanFrontMatter } from './scan.ts';
import { lineStart } from './section.ts';

export interface Joined {
  text: string;
  /** How many events or notes were added. */
  added: number;
  left: NotJoined[];
}

/**
 * Adds to `ours` what `theirs` has more. With `base`, the text that both were made from: what one side deleted since stays
 * deleted. Texts of different sessions are not joined.
 */
export function joinChronicles(ours: string, theirs: string, base?: string, digest?: Digest): Joined {
  if (ours === theirs) return { text: ours, added: 0, left: [] };
  const [own, other] = [readUnchecked(ours), readUnchecked(theirs)];
  if (!own || !other || entryOf(ours, 'session_id') !== entryOf(theirs, 'session_id'))
    return { text: ours, added: 0, left: [{ what: 'file', line: 1 }] };
  const before = base === undefined ? null : readUnchecked(base);
  const idsBefore = new Set(before ? withIds(before.events, digest).map(({ id }) => id) : []);
  const ownEvents = new Map(withIds(own.events, digest).map((event) => [event.id, event]));
  const otherEvents = withIds(other.events, digest);
  const records = new Set(own.events.flatMap(({ details }) => namedRecords(details)));
  const isKnown = ({ id, details }: ChronicleEvent) =>
    ownEvents.has(id) || namedRecords(details).some((record) => records.has(record));
  const missing = otherEvents.filter((event) => !isKnown(event) && !idsBefore.has(event.id));
  const kept = withoutDeleted(ours, ownEvents, idsBefore, new Set(otherEvents.map(({ id }) => id)));
  const moments = momentsOf(otherEvents);
  const wanted = missing.map((event): InsertedEvent => {
    const { id, tag, text, details, date, time } = event;
    const moment = moments.get(event);
    return { tag, text, details, date, time, record: id, ...(time === null && moment !== undefined && { moment }) };
  });
  const { text, inserted } = insertEvents(kept, wanted, { areRepeatsKept: true });
  const placed = new Set(inserted.map(({ record }) => record));
  const left: NotJoined[] = [
    ...missing.flatMap(({ id, line }): NotJoined[] => (placed.has(id) ? [] : [{ what: 'event', line }])),
    ...otherEvents.flatMap((event): NotJoined[] =>
      hasOtherDetails(event, ownEvents.get(event.id)) ? [{ what: 'details of an event', line: event.line }] : [],
    ),
    ...strayLines(own, other),
  ];
  const summary = joinedSummary(text, theirs, own.summary, other.summary);
  left.push(...summary.left);
  return { text: summary.text, added: inserted.length, left: left.toSorted((a, b) => a.line - b.line) };
}

/** When each event happened; for one without a time, when the one before it did. */
function momentsOf(events: readonly ChronicleEvent[]): Map<ChronicleEvent, string> {
  let last: string | undefined;
  const moments = new Map<ChronicleEvent, string>();
  for (const event of events) {
    if (event.time !== null) last = `${event.date} ${event.time}`;
    if (last !== undefined) moments.set(event, last);
  }
  return moments;
}

/** Removes what the other side deleted: its events of `base` that it has no longer. */
function withoutDeleted(
  text: string,
  own: ReadonlyMap<string, ChronicleEvent>,
  before: ReadonlySet<string>,
  other: ReadonlySet<string>,
): string {
  const gone = new Set(
    [...own.values()].flatMap(({ id, line }) => (before.has(id) && !other.has(id) ? [line - 1] : [])),
  );
  if (gone.size === 0) return text;
  const structure = scan(text);
  return structure.blocks
    .filter(({ kind, line }) => kind === 'event' && gone.has(line))
    .reduceRight(
      (rest, { line, end }) =>
        rest.slice(0, lineStart(text, structure, line)) + rest.slice(lineStart(text, structure, end)),
      text,
    );
}

/** Details that ours begin with or contain are no difference. */
function hasOtherDetails({ details }: ChronicleEvent, own: ChronicleEvent | undefined): boolean {
  return own !== undefined && details !== '' && !own.details.includes(details);
}

function strayLines(own: Pick<Chronicle, 'strays'>, other: Pick<Chronicle, 'strays'>): NotJoined[] {
  const known = new Set(own.strays.map(({ text }) => text.trim()));
  return other.strays.flatMap(({ text, line }): NotJoined[] =>
    known.has(text.trim()) ? [] : [{ what: 'line', line }],
  );
}

/** A better kind of summary replaces a lesser one. */
const RANKS: Record<SummaryKind, number> = { none: 0, machine: 1, agent: 2, retro: 3 };

function joinedSummary(text: string, theirs: string, own: Summary, other: Summary): Pick<Joined, 'text' | 'left'> {
  const structure = scan(theirs);
  const at = (what: 'summary' | 'narrative') => [{ what, line: lineOf(theirs, structure, what, other) }];
  const isBetter = RANKS[other.kind] > RANKS[own.kind];
  if (other.kind === 'none' || (other.kind === 'machine' && !isBetter)) return { text, left: [] };
  if (other.kind === 'machine') return { text: text + summaryAppendix(text, other.lead), left: [] };
  if (isBetter) {
    const isLost = own.kind === 'agent' && !other.lead.includes(own.lead);
    const { narrative } = other;
    if (!narrative) return { text: setSummary(text, other.lead, false), left: [] };
    const lead = isLost || other.lead === '' ? null : other.lead;
    const retro = entryOf(theirs, 'retro');
    return {
      text: setNarrative(text, { lead, ...narrative }, retro),
      left: isLost && other.lead !== '' ? at('summary') : [],
    };
  }
  const isSameStory =
    other.narrative === null ||
    (own.narrative?.title === other.narrative.title && own.narrative.text === other.narrative.text);
  return {
    text,
    left: [...(own.lead.includes(other.lead) ? [] : at('summary')), ...(isSameStory ? [] : at('narrative'))],
  };
}

function entryOf(text: string, key: string): string {
  return readEntries(frontMatterLines(text, scanFrontMatter(text)) ?? []).entries.get(key)?.value ?? '';
}

/** The line in which a summary or a narrative begins; that of the end for one that is not found. */
function lineOf(text: string, { lines }: Scan, what: 'summary' | 'narrative', { lead, narrative }: Summary): number {
  const wanted = (what === 'narrative' ? `### ${narrative?.title ?? ''}` : lead).split('\n')[0]?.trim() ?? '';
  const found = lines.findLastIndex(({ start, end }) => text.slice(start, end).trim() === wanted);
  return found === -1 ? lines.length : found + 1;
}
