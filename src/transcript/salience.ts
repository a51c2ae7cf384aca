/** Which found events of a session are shown, and which are behind "N more". */
import type { Tag } from '../format/tags.ts';
import type { SourceKind } from '../format/event-source.ts';
import { UNSPACED } from './unspaced.ts';
import type { FoundEvent } from './found-events.ts';
import { givesReason, setsAgainst } from './phrases.ts';

/** Events below this are never shown. */
const LEAST = 1;
/** The best five, one more for every so many prompts, and never more than the most. */
const COUNT = { base: 5, prompts: 4, most: 15 };

/** How many found events a session of this many prompts shows. */
export function shownCount(prompts: number): number {
  return Math.min(COUNT.most, COUNT.base + Math.floor(prompts / COUNT.prompts));
}

/** The events that are shown: those of the highest salience; of equal ones, the earlier in the list. */
export function chooseShown<Event extends { salience: number }>(
  events: readonly Event[],
  prompts: number,
): ReadonlySet<Event> {
  const worthy = events.filter(({ salience }) => salience >= LEAST);
  return new Set(worthy.toSorted((a, b) => b.salience - a.salience).slice(0, shownCount(prompts)));
}

/** By kind: 338 events of 40 sessions, rated by whether a reader wants them a month later. */
const FROM_COMMIT: Partial<Record<Tag, number>> = { ERROR: 4, DECISION: 3.4 };
const BY_SOURCE: Partial<Record<SourceKind, number>> = { correction: 4, cause: 2.8, dialog: 2.2, plan: 2 };
const BY_TAG: Record<Tag, number> = {
  ...{ 'USER-CORRECTION': 3, ERROR: 2, DECISION: 1.2, PIVOT: 1.2, INSIGHT: 1, BLOCKED: 0.5 },
  ...{ 'MEMORY-HIT': 1, 'MEMORY-MISS': 1 },
};
/** What the words of an event add to that, and take from it. */
const WEIGHS = 0.5;
const EXPLAINED = 0.3;
const LISTED = -1;
const SHORT = -0.6;
const CUT = -0.3;
/** A shorter line says little; scripts without spaces need fewer characters. */
const LEAST_WORDS = 40;
const LEAST_UNSPACED = 12;

type Weighed = Pick<FoundEvent, 'tag' | 'text' | 'details' | 'source' | 'salience'>;

/** How much an event says to somebody who reads it a month later: by its kind, and by its words. */
export function salienceOf({ tag, text, details, source, salience }: Weighed): number {
  const base = salience ?? baseOf(tag, source?.from ?? 'prose');
  const words = [text, ...details].join(' ');
  const isShort = text.length < (UNSPACED.test(text) ? LEAST_UNSPACED : LEAST_WORDS);
  const sum =
    base +
    (givesReason(words) || setsAgainst(words) ? WEIGHS : 0) +
    (details.length > 0 ? EXPLAINED : 0) +
    (/^(?:[-*•]|\d{1,2}[.)])\s/.test(text) ? LISTED : 0) +
    (isShort ? SHORT : 0) +
    (text.endsWith('…') ? CUT : 0);
  return Math.round(sum * 10) / 10;
}

function baseOf(tag: Tag, from: SourceKind): number {
  const byCommit = from === 'commit' ? FROM_COMMIT[tag] : undefined;
  return byCommit ?? BY_SOURCE[from] ?? BY_TAG[tag];
}
