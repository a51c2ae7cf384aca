import { clip, oneLine } from '#src/lib/text/clip.ts';
import type { Occurrence } from './miss-group.ts';
import { featuresOf } from './miss-words.ts';

/** A name is one line of a list: preferably this short, and never longer than `LONGEST`. */
const SHORT = 70;
const LONGEST = 140;
/** Shorter ones say too little to name a group: `N+1 again`. */
const TELLING = 24;

/** The name of a group: the start of the miss that has most in common with the others and is short. */
export function groupName(misses: readonly Occurrence[]): string {
  const [only, other] = misses;
  if (only && !other) return beginningOf(only.event.text);
  const shared = new Map<string, number>();
  for (const { event } of misses) {
    for (const [feature, weight] of featuresOf(event)) shared.set(feature, (shared.get(feature) ?? 0) + weight);
  }
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

/** The start of a text is enough for a name. */
const READ = 2000;
const LEADING_FILE = /^`?[\w./~-]{1,120}\.md`?\s*[:–—-]\s+/u;
const SENTENCE = /^.{24,}?(?=;\s|[.!?]\s+\p{Lu})/u;

/** `Used a float for the price` for `Used a float for the price; 19.99 * 3 came out as …`. */
function beginningOf(text: string): string {
  const line = oneLine(text.slice(0, READ));
  const plain = line.replace(LEADING_FILE, '') || line;
  const sentence = SENTENCE.exec(plain)?.[0];
  const beginning = sentence !== undefined && openMark(sentence) === -1 ? sentence : plain;
  return cut(beginning.replace(/[.;,]$/, ''));
}

/** Cuts between words, and before a code span or link that would be left open. */
function cut(text: string): string {
  const clipped = clip(text, LONGEST);
  if (clipped === text) return text;
  const words = clipped.replace(/\s\S*$/, '').replace(/…$/, '');
  const mark = openMark(words);
  const whole = words.slice(0, mark === -1 ? undefined : mark).replace(/[\s(–—-]+$/, '');
  return whole.length < TELLING ? clipped : `${whole}…`;
}

/** The start of an unclosed code span or link, or -1. */
function openMark(text: string): number {
  const ticks = text.split('`').length - 1;
  return ticks % 2 === 1 ? text.lastIndexOf('`') : text.search(/\[[^\]]*$|\[[^\]]*\]\([^)]*$/);
}
