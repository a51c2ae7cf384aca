/** What a session's own chronicle adds to what hooks know of misses, before the archive is read again. */

import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { withIds } from '../chronicle/event-id.ts';
import { readEntries } from '../chronicle/front-matter.ts';
import { frontMatterLines, readBody } from '../chronicle/read.ts';
import { scan } from '../chronicle/scan.ts';
import type { KnownMistake, Lookup, NotedMiss } from '../memory/lookup.ts';
import { namedFiles } from '../memory/misses/named-memory.ts';
import { likestOf, quickWords } from '../memory/misses/quick-words.ts';

/** An event's time is cut to the minute: one that was logged just after a moment seems to be before it (ms). */
const MINUTE = 60_000;

/** The misses of one session, in the order of its file; candidates are none. */
export interface OwnMisses {
  sessionId: string;
  isAttended: boolean;
  /** Of the session's times from UTC. */
  offset: string | undefined;
  misses: Omit<ChronicleEvent, 'line'>[];
}

/** The misses in a chronicle's text; null if its front matter cannot be read. */
export function ownMisses(text: string): OwnMisses | null {
  const structure = scan(text);
  const lines = frontMatterLines(text, structure);
  if (!lines) return null;
  const { entries } = readEntries(lines);
  const value = (key: string) => entries.get(key)?.value;
  const { events } = readBody(text, structure, { date: value('date') ?? '', retro: value('retro') });
  return {
    sessionId: value('session_id') ?? '',
    isAttended: value('attended') !== 'no',
    offset: value('utc_offset'),
    // A candidate has a place among the ids all the same.
    misses: withIds(events.filter(({ tag }) => tag === 'MEMORY-MISS')).filter((miss) => !isCandidate(miss)),
  };
}

/** Those of them that the lookup does not count yet, as it notes them. */
export function newMisses(lookup: Lookup, { sessionId, offset, misses }: OwnMisses, now: Date): NotedMiss[] {
  const counted = JSON.stringify([[...lookup.memories], lookup.mistakes, lookup.noted]);
  // Not every event that counts is kept by name. A file grows at its end, so what stands before one that counts does.
  const read = misses.findLastIndex(({ id }) => counted.includes(`"${sessionId}#${id}"`));
  let mistakes: KnownMistake[] | undefined;
  return misses.slice(read + 1).flatMap((miss): NotedMiss[] => {
    const event = `${sessionId}#${miss.id}`;
    // Without its own time or offset nobody knows what was before it; the archive goes by days then.
    const moment = Date.parse(`${miss.date}T${miss.time}:00${offset}`);
    const happened = (at: string | undefined) => moment > Date.parse(at ?? '');
    if (moment + MINUTE <= Date.parse(lookup.through ?? '')) return [];
    mistakes ??= mistakesOf(lookup);
    const words = quickWords(miss.text);
    const named = memoryNamed(lookup, miss);
    const memory = named === undefined ? mistakeOf(mistakes, { file: null, words })?.file : named;
    const dates = memory ? lookup.files.get(memory) : undefined;
    const noted = {
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

/** The memory that a miss names, its line before its details; null for one that is not there, undefined if it names none. */
function memoryNamed({ files }: Lookup, { text, details }: OwnMisses['misses'][number]): string | null | undefined {
  for (const part of [text, details]) {
    const names = namedFiles(part);
    const known = names.flatMap(({ file }) => [...files.keys()].find((each) => each.toLowerCase() === file) ?? []);
    if (known.length > 0 || names.some(({ isSure }) => isSure)) return known[0] ?? null;
  }
  return undefined;
}

/** Finds the mistake that a miss repeats: that of the memory it names, else the one it is worded like. */
export function mistakeOf(
  mistakes: readonly KnownMistake[],
  { file, words }: Pick<NotedMiss, 'file' | 'words'>,
): KnownMistake | undefined {
  const own = file === null ? undefined : mistakes.find((mistake) => mistake.file === file);
  if (own) return own;
  // What names a memory is not the mistake of another one.
  const others = file === null ? mistakes : mistakes.filter((mistake) => mistake.file === null);
  const texts = others.map(({ misses }) => misses.map((miss) => miss.words));
  return others[likestOf(texts, words)];
}

/** The mistakes of a lookup, with the misses that were noted since the archive was read. */
export function mistakesOf({ mistakes, noted }: Lookup): KnownMistake[] {
  const all = [...mistakes];
  for (const miss of noted) addMiss(all, miss);
  return all;
}

/** Adds a miss to the mistake that it repeats, or as a mistake of its own. */
function addMiss(mistakes: KnownMistake[], miss: NotedMiss): void {
  const { event, words, file } = miss;
  const before = mistakeOf(mistakes, miss);
  const mistake = {
    count: (before?.count ?? 0) + 1,
    last: event,
    file: before?.file ?? file,
    misses: [...(before?.misses ?? []), { event, words }],
  };
  if (before) mistakes[mistakes.indexOf(before)] = mistake;
  else mistakes.push(mistake);
}
