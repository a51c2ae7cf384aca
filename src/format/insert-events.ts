/**
 * Inserts events found in a transcript into a chronicle's text, where their time belongs:
 *
 *     - 14:00 [DECISION] Keep one list
 *     - 14:20 [ERROR] The list was empty                inserted
 *       recorded: 9e6b1c1e-… commit a1b2c3d
 *     - 14:32 [PIVOT] Two lists
 *
 * Every byte of the existing events is kept, and so are their days and ids, although both depend on the events before them.
 */
import { compare } from '#src/lib/compare.ts';
import { namedRecords } from './event-source.ts';
import { withRenewedCount } from './counted-summary.ts';
import { LARGEST_FILE } from './decode.ts';
import { insertEvent, insertionLine } from './edit.ts';
import { eventId } from './event-id.ts';
import { type EventClock, tick, timePrefix } from './event-time.ts';
import { isBlank, isSpace, lineEnding } from './lines.ts';
import { type Body, firstDay, readUnchecked } from './read.ts';
import { type Block, type Scan, scan } from './scan.ts';
import { lineStart, withFinalNewline } from './section.ts';
import { formatEvent } from './serialize.ts';
import type { Tag } from './tags.ts';

/** An event to insert. Its details name its record in a line such as `evidence: …`. */
export interface InsertedEvent {
  tag: Tag;
  text: string;
  details: string;
  /** Local day and `HH:MM`, in the time zone of the file's other events; an event without a time stays without. */
  date: string;
  time: string | null;
  /** Where it belongs, as `YYYY-MM-DD HH:MM`, if it has no time of its own. */
  moment?: string;
  /** The id of its record. */
  record: string;
}

export interface Insertion {
  text: string;
  /** What was inserted, in file order. */
  inserted: InsertedEvent[];
}

export interface InsertOptions {
  /** The id of an event in the text's encoding. */
  idOf?: IdOf;
  /** Whether an event with the words of a later one is inserted, after that one. */
  areRepeatsKept?: boolean;
}

type IdOf = (tag: Tag, firstLine: string) => string;
type EventBlock = Extract<Block, { kind: 'event' }>;

/** An event of the file, with its derived day. */
type Existing = Body['events'][number] & { block: EventBlock };

/** An event goes before the nth existing one, or after the last. */
interface Placed {
  event: InsertedEvent;
  before: number;
}

/**
 * Inserts events whose records the file does not name yet, in order of time, and updates the counts in a machine summary.
 *
 * An event goes after the last one that is not later. Where that would change the day of a later event, as it can between
 * events whose days do not ascend, it goes to the next place where it does not. An event with the words of a later one is
 * left out, since it would change that one's id. Takes text, or Latin-1 with events encoded the same way. Returns the text unchanged if it has no front matter or would get too large to be read.
 */
export function insertEvents(
  text: string,
  events: readonly InsertedEvent[],
  { idOf = eventId, areRepeatsKept = false }: InsertOptions = {},
): Insertion {
  const unchanged = { text, inserted: [] };
  const body = readUnchecked(text);
  if (!body) return unchanged;
  const known = new Set(body.events.flatMap(({ details }) => namedRecords(details)));
  const wanted = events.filter(({ record }) => !known.has(record));
  if (wanted.length === 0) return unchanged;
  const structure = scan(text);
  const blocks = structure.blocks.filter((block) => block.kind === 'event');
  const existing = body.events.flatMap((event, i): Existing[] => {
    const block = blocks[i];
    return block ? [{ ...event, block }] : [];
  });
  const last = lastPlaces(text, structure, existing, idOf);
  const after = areRepeatsKept ? ({ tag, text }: InsertedEvent) => (last.get(idOf(tag, text)) ?? -1) + 1 : () => 0;
  const placed = withoutSameWords(placesOf(wanted, existing, after), last, idOf);
  if (placed.length === 0) return unchanged;
  const edited = withRenewedCount(written(text, structure, existing, placed));
  if (edited.length > LARGEST_FILE || !isKept(existing, edited)) return unchanged;
  return { text: edited, inserted: placed.map(({ event }) => event) };
}

/** The place of each event, in file order. */
function placesOf(
  events: readonly InsertedEvent[],
  existing: readonly Existing[],
  after: (event: InsertedEvent) => number,
): Placed[] {
  const timed = existing.flatMap(({ date, time }, index) =>
    time === null ? [] : [{ index, moment: `${date} ${time}` }],
  );
  timed.sort((a, b) => compare(a.moment, b.moment));
  let passed = 0;
  let before = 0;
  return events
    .toSorted((a, b) => compare(momentOf(a), momentOf(b)))
    .map((event) => {
      for (let next = timed[passed]; next && next.moment <= momentOf(event); next = timed[++passed])
        before = Math.max(before, next.index + 1);
      before = Math.max(before, after(event));
      // Events without a time belong to the one before them.
      while (existing[before]?.time === null) before++;
      while (!keepsDays(event, existing, before)) before++;
      return { event, before };
    });
}

/** Whether the events from a place on keep their days if an event goes there. Always true after the last one. */
function keepsDays({ date, time }: InsertedEvent, existing: readonly Existing[], before: number): boolean {
  const next = existing[before];
  if (!next) return true;
  if (next.time === null) return false;
  if (time === null) return true;
  return tick({ date, time }, next.block.event.date, next.time).date === next.date;
}

/** Leaves out events that would change the id of a later one, which is numbered if an earlier event has the same words. */
function withoutSameWords(placed: readonly Placed[], last: ReadonlyMap<string, number>, idOf: IdOf): Placed[] {
  return placed.filter(({ event: { tag, text }, before }) => (last.get(idOf(tag, text)) ?? -1) < before);
}

/** The last place of each id, without its number. */
function lastPlaces(text: string, { lines }: Scan, existing: readonly Existing[], idOf: IdOf): Map<string, number> {
  return new Map(
    existing.map(({ tag, block }, place) => {
      const { start, end } = lines[block.line] ?? { start: 0, end: 0 };
      return [idOf(tag, text.slice(start + block.event.textAt, end)), place];
    }),
  );
}

function written(text: string, structure: Scan, existing: readonly Existing[], placed: readonly Placed[]): string {
  const eol = lineEnding(text);
  const lineAfter = linesAfter(text, structure);
  // From the end, so that the offsets before stay the same.
  return [...linesByPlace(placed, existing, firstDay(text, structure))].reverse().reduce((edited, [before, lines]) => {
    const line = before === 0 ? firstLine(text, structure, existing) : lineAfter(existing[before - 1]);
    if (line === null) return insertEvent(edited, lines);
    const offset = lineStart(text, structure, line);
    const start = withFinalNewline(edited.slice(0, offset), eol);
    return start + lines.map((each) => each + eol).join('') + edited.slice(offset);
  }, text);
}

/** The lines to write at each place, with the shortest times that are read as meant. */
function linesByPlace(placed: readonly Placed[], existing: readonly Existing[], day: string): Map<number, string[]> {
  const linesAt = new Map<number, string[]>();
  let clock: EventClock = { date: day, time: null };
  let at = 0;
  for (const { event, before } of placed) {
    for (; at < before; at++) {
      const { date, time } = existing[at] ?? clock;
      if (time !== null) clock = { date, time };
    }
    const lines = linesAt.get(before) ?? [];
    const { date, time } = event;
    lines.push(...formatEvent({ ...event, prefix: time === null ? null : timePrefix(clock, { date, time }) }));
    linesAt.set(before, lines);
    if (time !== null) clock = { date, time };
  }
  return linesAt;
}

/** The line of the first event; null if "## Events" has none, so that its first event is still to be written. */
function firstLine(text: string, structure: Scan, [first]: readonly Existing[]): number | null {
  return first && first.block.line < insertionLine(text, structure) ? first.block.line : null;
}

const NO_LINE = { start: 0, end: 0 };

/**
 * The line after each event and the text that directly follows it. Directly after the event if an indented line comes next,
 * which would be read as a detail of what is inserted.
 */
function linesAfter(text: string, { lines, blocks }: Scan): (event: Existing | undefined) => number {
  const blockAt = new Map(blocks.map((block) => [block.line, block]));
  return (event) => {
    const end = event?.block.end ?? 0;
    let line = end;
    for (let next = lines[line]; next && !isBlank(text, next); next = lines[line]) {
      const block = blockAt.get(line);
      if (block?.kind === 'event' || block?.kind === 'heading') return line;
      line = block?.end ?? line + 1;
    }
    let after = line;
    while (after < lines.length && isBlank(text, lines[after] ?? NO_LINE)) after++;
    const next = lines[after];
    return next && isSpace(text, next.start) ? end : line;
  };
}

/** Whether a text has the same events as before, apart from new ones. */
function isKept(before: readonly Existing[], text: string): boolean {
  let at = 0;
  for (const event of readUnchecked(text)?.events ?? []) if (before[at] && isSame(before[at], event)) at++;
  return at === before.length;
}

function isSame(a: Existing | undefined, b: Body['events'][number]): boolean {
  return (
    a !== undefined &&
    a.tag === b.tag &&
    a.text === b.text &&
    a.details === b.details &&
    a.time === b.time &&
    a.date === b.date
  );
}

function momentOf({ date, time, moment }: Pick<InsertedEvent, 'date' | 'time' | 'moment'>): string {
  return moment ?? `${date} ${time ?? ''}`;
}
