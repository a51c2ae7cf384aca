/** How a mistake is called, and why its misses count as one. */
import { featuresOf } from '#src/format/event-words.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import type { Occurrence } from './misses.ts';

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
      sum += weight * (shared.get(feature) ?? 0);
      square += weight * weight;
    }
    const handy = Math.min(1, SHORT / name.length, name.length / TELLING);
    const score = (sum / Math.sqrt(square || 1)) * handy;
    if (score > most) [best, most] = [name, score];
  }
  return best;
}

/** How much each word weighs in all misses together. */
function sharedWords(misses: readonly Occurrence[]): Map<string, number> {
  const shared = new Map<string, number>();
  for (const { event } of misses)
    for (const [feature, weight] of featuresOf(event)) shared.set(feature, (shared.get(feature) ?? 0) + weight);
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

/** Why these misses are one mistake; `file` is the memory that most of them belong to. Read after "Counted as one mistake because". */
export function reasonFor(misses: readonly Occurrence[], file: string | undefined): string {
  const isOne = misses.length === 1;
  if (file === undefined) return isOne ? 'no other miss is like it' : 'they are worded alike';
  return isOne
    ? `it names ${file}, or its history links it`
    : `they name ${file}, its history links them, or they are worded alike`;
}
