/**
 * What a miss is about, as words that can be compared: in lower case, without accents and endings, and
 * without those that every miss uses. A name gives its parts, a number nothing; a script without blanks
 * between words gives pairs of characters.
 *
 *     Committed src/scan.rs without running `cargo fmt`   // the topic formatting, scan; commit, src, rs, run, cargo
 */
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { oneLine } from '../text/clip.ts';
import { EVERYDAY_WORDS, SILENT_WORDS } from './common-words.ts';
import { mentions } from './miss-topics.ts';
import { stemOf } from './word-stem.ts';

/** How much a word says: a topic more than a name in code, that more than a word. Found with `npm run bench -- groups`. */
const TOPIC = 3.5;
const WORD = 1;
const CODE = 2;
const WORD_OF_TOPIC = 0.5;
const EVERYDAY = 0.2;
/** Details tell what came of it, mostly. */
const IN_DETAILS = 0.3;
/** Nobody reads further to see what a miss is about. */
const LONGEST_TEXT = 2000;
const LONGEST_WORD = 40;

/** What a text is about: topics (`about the changelog`) and stems of words, with what each weighs. */
export type Features = ReadonlyMap<string, number>;

const everyday = new Set(EVERYDAY_WORDS.map(stemOf));
const known = new WeakMap<object, Features>();

/** The features of an event. The same object gets the same features. */
export function featuresOf(event: Pick<ChronicleEvent, 'text' | 'details'>): Features {
  const before = known.get(event);
  if (before) return before;
  const features = new Map<string, number>();
  addFeatures(features, event.text, 1);
  addFeatures(features, event.details, IN_DETAILS);
  if (features.size === 0) features.set(sameText(event.text), WORD);
  known.set(event, features);
  return features;
}

/** The word of a text that has this feature, as it stands there. */
export function wordWith(feature: string, text: string): string | undefined {
  return wordsOf(text).find(({ lower }) => stemOf(lower) === feature)?.text;
}

/** The topic that a feature stands for, if it stands for one: "they are about …". */
export function topicOf(feature: string): string | undefined {
  return feature.startsWith(ABOUT) ? feature.slice(ABOUT.length) : undefined;
}

// A blank keeps these two apart from stems, which have none.
const ABOUT = 'about ';

/** A text without a word is like the same text only. */
function sameText(text: string): string {
  return `text ${oneLine(text.slice(0, LONGEST_TEXT))}`;
}

function addFeatures(features: Map<string, number>, text: string, share: number): void {
  const words = wordsOf(text);
  const add = (feature: string, weight: number) => {
    features.set(feature, Math.max(features.get(feature) ?? 0, weight * share));
  };
  const isInTopic = new Set<number>();
  for (const { topic, at, length } of mentions(words.map(({ lower }) => lower))) {
    add(ABOUT + topic, TOPIC);
    for (let i = at; i < at + length; i++) isInTopic.add(i);
  }
  for (const [index, { lower, isCode }] of words.entries()) {
    if (lower.length < 2 || SILENT_WORDS.has(lower) || /^\p{N}/u.test(lower)) continue;
    const stem = stemOf(lower);
    if (isInTopic.has(index)) add(stem, WORD_OF_TOPIC);
    else if (everyday.has(stem)) add(stem, EVERYDAY);
    else add(stem, isCode ? CODE : WORD);
  }
}

interface Word {
  /** As it stands in the text. */
  text: string;
  lower: string;
  /** Whether it is part of a name that code would have: `sdkconfig.defaults`, `Time.now`, a word in backticks. */
  isCode: boolean;
}

const PLAIN_WORD = /^[A-Z]?[a-z]+$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const PART = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u;
const CODE_MARK = /[`_/\\(){}<>=]|[\p{L}\p{N}]\.[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;

function wordsOf(text: string): Word[] {
  const start = text.slice(0, LONGEST_TEXT);
  const plain = /[^\0-\x7f]/.test(start) ? start.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC') : start;
  return plain.split(/\s+/).flatMap((chunk) => {
    const isCode = CODE_MARK.test(chunk);
    return (chunk.match(/[\p{L}\p{N}]+/gu) ?? [])
      .flatMap(partsOf)
      .map((part) => ({ text: part, lower: part.toLowerCase(), isCode }));
  });
}

function partsOf(run: string): string[] {
  if (PLAIN_WORD.test(run)) return [run.slice(0, LONGEST_WORD)];
  return UNSPACED.test(run) ? pairsOf(run) : run.split(PART).map((part) => part.slice(0, LONGEST_WORD));
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
