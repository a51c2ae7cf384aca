import type { KnownMistake, Lookup, NotedMiss } from '../memory/lookup.ts';
import { likestOf } from '../memory/misses/quick-words.ts';

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
export function addMiss(mistakes: KnownMistake[], miss: NotedMiss): void {
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
