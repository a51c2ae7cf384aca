import type { MemoryStanding } from '../effect/memory-standing.ts';
import type { KnownMistake, MemoryMisses } from '../lookup.ts';
import type { MissGroup } from './miss-group.ts';
import { type Features, featuresOf, isEvidence } from './miss-words.ts';
import { compareOccurrences, occurrenceName } from './occurrences.ts';
import { BEGINNING, type QuickWords } from './quick-words.ts';

/** Hooks compare a new miss only with this many of the latest mistakes. */
const MISTAKES = 60;
/** Misses per mistake that hooks compare with. */
const MISSES = 4;
/** The newest misses of a memory, listed so that later ones are counted once. */
const NAMED = 20;

/** What the lookup for hooks says about a directory's memories and misses. */
export interface DirectoryMisses {
  memories: Map<string, MemoryMisses>;
  mistakes: KnownMistake[];
}

/** The lookups for hooks by Claude Code's directory name, only for directories with misses. */
export function missesByDirectory(
  groups: readonly MissGroup[],
  standings: readonly MemoryStanding[],
): Map<string, DirectoryMisses> {
  const found = new Map<string, DirectoryMisses>();
  const of = (directory: string): DirectoryMisses => {
    const known = found.get(directory) ?? { memories: new Map(), mistakes: [] };
    found.set(directory, known);
    return known;
  };
  for (const { history, exists, since, isBroken } of standings) {
    if (!exists || since.length === 0) continue;
    const events = since.slice(-NAMED).map(occurrenceName);
    of(history.project.directory).memories.set(history.file, { count: since.length, isBroken, events });
  }
  for (const group of groups.toSorted(byNewestMiss)) {
    const { mistakes } = of(group.project.directory);
    if (mistakes.length < MISTAKES) mistakes.push(mistakeOf(group));
  }
  return found;
}

function mistakeOf({ id, project, misses, memory }: MissGroup): KnownMistake {
  const newest = misses.slice(-MISSES);
  const last = newest.at(-1);
  return {
    root: project.root ?? '',
    count: misses.length,
    last: last ? occurrenceName(last) : id,
    file: memory?.file ?? null,
    misses: newest.map((miss) => ({ event: occurrenceName(miss), words: cachedWords(featuresOf(miss.event)) })),
  };
}

function byNewestMiss(a: MissGroup, b: MissGroup): number {
  const [left, right] = [a.misses.at(-1), b.misses.at(-1)];
  return left && right ? compareOccurrences(right, left) : 0;
}

/** The heaviest words of a miss that are kept. */
const KEPT = 40;

/** The evidence among the words that `miss-words` found, in the form of `quick-words`. */
export function cachedWords(features: Features): QuickWords {
  const words: QuickWords = {};
  const evidence = [...features].filter(([feature]) => isEvidence(feature)).sort(([, a], [, b]) => b - a);
  for (const [feature, weight] of evidence.slice(0, KEPT)) {
    const word = feature.includes(' ') ? feature : feature.slice(0, BEGINNING);
    words[word] = Math.max(words[word] ?? 0, Number(weight.toFixed(2)));
  }
  return words;
}
