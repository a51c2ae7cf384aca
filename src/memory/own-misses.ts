/** Adds the misses of a session's own chronicle to those that the lookup file knows, until the archive is read again. */

import type { ChronicleEvent } from '../format/chronicle.ts';
import { withIds } from '../format/event-id.ts';
import { readBody } from '../format/read.ts';
import { scan } from '../format/scan.ts';
import { isLogged } from '../format/event-source.ts';
import { frontMatterText, valueIn } from '../format/front-matter-line.ts';
import type { KnownMistake, Lookup, NotedMiss } from './lookup.ts';
import { namedFiles } from './misses/named-memory.ts';
import { likestOf, quickWords } from './misses/quick-words.ts';

/** Event times are cut to the minute, so an event can appear up to this much too early (ms). */
const MINUTE = 60_000;

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

/** The misses of a session in the checkout `root` that its lookup does not count yet, in its format. */
export function newMisses(
  lookup: Lookup,
  { sessionId, offset, misses }: OwnMisses,
  { root, now }: { root: string; now: Date },
): NotedMiss[] {
  const counted = JSON.stringify([[...lookup.memories], lookup.mistakes, lookup.noted]);
  // The lookup does not keep the id of every miss that it counts. Files grow at the end, so it counts all before a known one.
  const read = misses.findLastIndex(({ id }) => counted.includes(`"${sessionId}#${id}"`));
  let mistakes: KnownMistake[] | undefined;
  return misses.slice(read + 1).flatMap((miss): NotedMiss[] => {
    const event = `${sessionId}#${miss.id}`;
    // Without a time and an offset the order within a day is unknown; the archive then compares days.
    const moment = Date.parse(`${miss.date}T${miss.time}:00${offset}`);
    const happened = (at: string | undefined) => moment > Date.parse(at ?? '');
    if (moment + MINUTE <= Date.parse(lookup.through ?? '')) return [];
    mistakes ??= mistakesOf(lookup);
    const words = quickWords(miss.text);
    const named = memoryNamed(lookup, miss);
    const memory = named === undefined ? mistakeOf(mistakes, { file: null, words })?.file : named;
    const dates = memory ? lookup.files.get(memory) : undefined;
    const noted = {
      root,
      event,
      noted: now.toISOString(),
      file: memory && happened(dates?.born) ? memory : null,
      breaksRule: happened(dates?.written),
      words,
    };
    addMiss(mistakes, noted);
    return [noted];
  });
}

/** The memory file that a miss names in its first line or else in its details; null if that file does not exist, undefined if none is named. */
function memoryNamed({ files }: Lookup, { text, details }: OwnMisses['misses'][number]): string | null | undefined {
  for (const part of [text, details]) {
    const names = namedFiles(part);
    const known = names.flatMap(({ file }) => [...files.keys()].find((each) => each.toLowerCase() === file) ?? []);
    if (known.length > 0 || names.some(({ isSure }) => isSure)) return known[0] ?? null;
  }
  return undefined;
}

/** Finds the mistake that a miss repeats: the one of the memory it names, else the most similarly worded one. */
export function mistakeOf(
  mistakes: readonly KnownMistake[],
  { file, words }: Pick<NotedMiss, 'file' | 'words'>,
): KnownMistake | undefined {
  const own = file === null ? undefined : mistakes.find((mistake) => mistake.file === file);
  if (own) return own;
  // A miss that names a memory does not belong to another memory's mistake.
  const others = file === null ? mistakes : mistakes.filter((mistake) => mistake.file === null);
  const texts = others.map(({ misses }) => misses.map((miss) => miss.words));
  return others[likestOf(texts, words)];
}

/** The lookup's mistakes, including the misses noted since the archive was read. */
export function mistakesOf({ mistakes, noted }: Lookup): KnownMistake[] {
  const all = [...mistakes];
  for (const miss of noted) addMiss(all, miss);
  return all;
}

/** Adds a miss to the mistake that it repeats, or as a new mistake. */
function addMiss(mistakes: KnownMistake[], miss: NotedMiss): void {
  const { root, event, words, file } = miss;
  const before = mistakeOf(mistakes, miss);
  const mistake = {
    root,
    count: (before?.count ?? 0) + 1,
    last: event,
    file: before?.file ?? file,
    misses: [...(before?.misses ?? []), { event, words }],
  };
  if (before) mistakes[mistakes.indexOf(before)] = mistake;
  else mistakes.push(mistake);
}
