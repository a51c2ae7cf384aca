/** The misses of a session's own chronicle that name a memory, in addition to those that the lookup counts. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { withIds } from '#src/format/event-id.ts';
import { isLogged } from '#src/format/event-source.ts';
import { frontMatterText, valueIn } from '#src/format/front-matter-line.ts';
import { readBody } from '#src/format/read.ts';
import { scan } from '#src/format/scan.ts';
import { asText } from '#src/lib/latin1.ts';
import { withLock } from '#src/lib/lock.ts';
import type { Paths, MemoryPlace } from '#src/lib/paths.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { isPlainName, type Lookup, missesByMemory, type NotedMiss, readLookup, writeLookup } from './memory-lookup.ts';
import { namedFiles } from './named-memory.ts';

/** Event times are cut to the minute, so an event can appear up to this much too early (ms). */
const MINUTE = 60_000;
const LOCK_PATIENCE = 50;

/** The logged misses of one session, in file order. Found events are not included. */
export interface OwnMisses {
  sessionId: string;
  isAttended: boolean;
  /** The UTC offset of the session's times. */
  offset: string | undefined;
  misses: Omit<ChronicleEvent, 'line'>[];
}

/** The misses in a chronicle's text; null if its front matter cannot be read. */
export function ownMisses(text: string): OwnMisses | null {
  const structure = scan(text);
  const front = frontMatterText(text, structure);
  if (front === null) return null;
  const value = (key: string) => valueIn(front, key);
  const { events } = readBody(text, structure, { date: value('date') ?? '', retro: value('retro') });
  return {
    sessionId: value('session_id') ?? '',
    isAttended: value('attended') !== 'no',
    offset: value('utc_offset'),
    // Ids are numbered over all events, so found ones are removed afterwards.
    misses: withIds(events.filter(({ tag }) => tag === 'MEMORY-MISS')).filter(isLogged),
  };
}

/** Adds the misses of a session's chronicle, given as Latin-1, to the lookup. Those of an unattended session do not count. */
export function noteMisses(paths: Paths, place: MemoryPlace, text: string, now: Date): void {
  if (!text.includes('[MEMORY-MISS]')) return;
  const own = ownMisses(asText(text));
  if (!own?.isAttended || own.misses.length === 0) return;
  withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
    const lookup = readLookup(paths, place);
    const misses = newMisses(lookup, own, now);
    if (misses.length > 0) writeLookup(paths, place, { ...lookup, noted: [...lookup.noted, ...misses] });
  });
}

/**
 * What `chronicle log MEMORY-MISS` adds if the memory that the event names was missed before, since it was written: how often.
 * Null for a first miss and for one that names no memory. The text of an earlier miss may come from the web, and is not quoted.
 */
export function missRemark(lookup: Lookup, own: OwnMisses, id: string, now: Date): string | null {
  const upTo = own.misses.slice(0, own.misses.findIndex((miss) => miss.id === id) + 1);
  const noted = newMisses(lookup, { ...own, misses: upTo }, now);
  const miss = noted.pop();
  if (miss?.event !== `${own.sessionId}#${id}` || !isPlainName(miss.file)) return null;
  const before = missesByMemory({ ...lookup, noted: [...lookup.noted, ...noted] }).get(miss.file)?.count ?? 0;
  return before === 0 ? null : `${capitalised(ordinal(before + 1))} miss that ${miss.file} should have prevented.`;
}

/** The misses of a session that name a memory which existed by then, and that its lookup does not count yet. */
function newMisses(lookup: Lookup, { sessionId, offset, misses }: OwnMisses, now: Date): NotedMiss[] {
  const counted = JSON.stringify([[...lookup.memories], lookup.noted]);
  // The lookup does not keep the id of every miss that it counts. Files grow at the end, so it counts all before a known one.
  const read = misses.findLastIndex(({ id }) => counted.includes(`"${sessionId}#${id}"`));
  return misses.slice(read + 1).flatMap((miss): NotedMiss[] => {
    // Without a time and an offset the order within a day is unknown; the archive then compares days.
    const moment = Date.parse(`${miss.date}T${miss.time}:00${offset}`);
    if (moment + MINUTE <= Date.parse(lookup.through ?? '')) return [];
    const file = memoryNamed(lookup, miss);
    const dates = file === undefined ? undefined : lookup.files.get(file);
    if (file === undefined || !(moment > Date.parse(dates?.born ?? ''))) return [];
    const breaksRule = moment > Date.parse(dates?.written ?? '');
    return [{ event: `${sessionId}#${miss.id}`, noted: now.toISOString(), file, breaksRule }];
  });
}

/** The existing memory that a miss names in its first line, or else in its details. */
function memoryNamed({ files }: Lookup, { text, details }: OwnMisses['misses'][number]): string | undefined {
  for (const part of [text, details]) {
    const names = namedFiles(part);
    const known = names.flatMap(({ file }) => [...files.keys()].find((each) => each.toLowerCase() === file) ?? []);
    if (known.length > 0 || names.some(({ isSure }) => isSure)) return known[0];
  }
  return undefined;
}

const FIRST = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return FIRST[n] ?? n + ((!isTeen && ['th', 'st', 'nd', 'rd'][n % 10]) || 'th');
}
