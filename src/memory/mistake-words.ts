/** How a mistake is called, and why its misses count as one. */
import { featuresOf, isEvidence, wordWith } from '#src/format/event-words.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import type { Occurrence } from './misses.ts';

/** An event's tie to a memory: it names the file, or a line of its history lists the event. */
export interface MemoryTie {
  file: string;
  by: 'name' | 'history';
}

/** A name is one line of a list: preferably this short, and never longer than `LONGEST`. */
const SHORT = 70;
const LONGEST = 140;
/** Shorter ones say too little to name a mistake: `N+1 again`. */
const TELLING = 24;

/** The name of a mistake: the start of the miss that has most in common with the others and is short. */
export function mistakeName(misses: readonly Occurrence[]): string {
  const [only, other] = misses;
  if (only && !other) return beginningOf(only.event.text);
  const shared = sharedWords(misses);
  let best = '';
  let most = -1;
  for (const { event } of misses) {
    const name = beginningOf(event.text);
    let sum = 0;
    let square = 0;
    for (const [feature, weight] of featuresOf(event)) {
      sum += weight * (shared.get(feature)?.weight ?? 0);
      square += weight * weight;
    }
    const handy = Math.min(1, SHORT / name.length, name.length / TELLING);
    const score = (sum / Math.sqrt(square || 1)) * handy;
    if (score > most) [best, most] = [name, score];
  }
  return best;
}

/** How many misses have a word, and how much it weighs in all of them. */
function sharedWords(misses: readonly Occurrence[]): Map<string, { count: number; weight: number }> {
  const shared = new Map<string, { count: number; weight: number }>();
  for (const { event } of misses)
    for (const [feature, weight] of featuresOf(event)) {
      const before = shared.get(feature) ?? { count: 0, weight: 0 };
      shared.set(feature, { count: before.count + 1, weight: before.weight + weight });
    }
  return shared;
}

/** The start of a text is enough for a name. */
const READ = 2000;
const LEADING_FILE = /^`?[\w./~-]{1,120}\.md`?\s*[:–—-]\s+/u;
const SENTENCE = /^.{24,}?(?=;\s|[.!?]\s+\p{Lu})/u;

/** `Used a float for the price` for `Used a float for the price; 19.99 * 3 came out as …`. */
function beginningOf(text: string): string {
  const line = oneLine(text.slice(0, READ));
  const plain = line.replace(LEADING_FILE, '') || line;
  const sentence = SENTENCE.exec(plain)?.[0];
  const isOpen = sentence !== undefined && sentence.split('`').length % 2 === 0;
  const beginning = sentence === undefined || isOpen ? plain : sentence;
  return clip(beginning.replace(/[.;,]$/, ''), LONGEST);
}

/** At most this many common words are shown. */
const SHOWN = 3;

/** Why these misses, oldest first, are one mistake. Read after "Counted as one mistake because". */
export function reasonFor(misses: readonly Occurrence[], ties: readonly MemoryTie[]): string {
  const [tie] = ties;
  if (!tie) return misses.length === 1 ? 'no other miss is like it' : alike(misses);
  const { file } = tie;
  const named = ties.filter(({ by }) => by === 'name').length;
  if (misses.length === 1) return tie.by === 'name' ? `it names ${file}` : `its history links it to ${file}`;
  if (ties.length < misses.length) {
    const some = named === 0 ? `its history links some to ${file}` : `some name ${file}`;
    return `${some}, and ${alike(misses)}`;
  }
  if (named === 0) return `its history links them to ${file}`;
  return named === misses.length ? `they name ${file}` : `they name ${file} or its history links them to it`;
}

/** `they share words: sdkconfig, defaults`, the most common words first. */
function alike(misses: readonly Occurrence[]): string {
  const common = [...sharedWords(misses)]
    .filter(([feature, { count }]) => count > 1 && isEvidence(feature))
    .sort(([, a], [, b]) => b.weight - a.weight);
  const words: string[] = [];
  for (const [feature] of common) {
    const event = misses.find(({ event }) => featuresOf(event).has(feature))?.event;
    const word = event && wordWith(feature, `${event.text}\n${event.details}`);
    // `Time.now` already includes `time`.
    const isKnown = words.some((known) => known.toLowerCase().includes(word?.toLowerCase() ?? ''));
    if (word !== undefined && !isKnown) words.push(word);
    if (words.length === SHOWN) break;
  }
  return words.length === 0 ? 'they are worded the same' : `they share words: ${words.join(', ')}`;
}
