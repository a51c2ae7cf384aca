/**
 * Found events: what the transcript of a session shows of decisions, errors and the like. They are kept in the session's
 * facts, never in its chronicle, and nobody has to confirm them. This file has their form while they are looked for and in
 * facts, says how much each one says, and which of them are shown.
 */
import * as z from 'zod/mini';
import type { Digest } from '#src/format/event-id.ts';
import type { EventSource, SourceKind, TranscriptPlace } from '#src/format/event-source.ts';
import { TAGS, type Tag } from '#src/format/tags.ts';
import { cleanLine } from './clean-line.ts';
import { type LoggedEvent, matchLogged } from './evidence.ts';
import { givesReason, setsAgainst, UNSPACED } from './phrases.ts';

/** The record that an event was found in, and its place in the transcript. */
export interface Origin extends TranscriptPlace {
  /** The record's own id, or one derived from its content. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The index of the prompt it belongs to; null before the first one. */
  prompt?: number | null;
}

/** An event found in a transcript. Its texts are as found there, neither shortened nor without secrets. */
export interface FoundEvent {
  tag: Tag;
  text: string;
  details: string[];
  origin: Origin;
  /** What states it; null if it is inferred from the conversation. */
  source: Pick<EventSource, 'from' | 'reference'> | null;
  /** How much it says to somebody who reads it a month later; without it, what is usual for its kind counts. */
  salience?: number | undefined;
  /** The change behind it: the path, and lines that begin with `+`, `-` or a space. */
  diff?: { path: string; lines: string } | undefined;
}

/** An event inferred from the conversation. */
export type InferredEvent = Omit<FoundEvent, 'source' | 'diff'>;

const text = z.string();
const tags: ReadonlySet<string> = new Set(TAGS);

/** The name of a transcript's file, never a path. */
const TRANSCRIPT_NAME = /^[\w][\w.-]{0,150}\.jsonl$/;

export const foundSchema = z.object({
  /** `f-` and six hex digits of the tag, the text and the record; `-2` for a repeat. Stays the same at every reading. */
  id: z.string().check(z.regex(/^f-[0-9a-f]{6}(?:-\d+)?$/)),
  tag: z.custom<Tag>((value) => typeof value === 'string' && tags.has(value)),
  /** One line. */
  text,
  /** Further lines; may be empty. */
  details: text,
  at: z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))),
  /** The transcript's record, its file and its line there, from 1. */
  record: text,
  file: z.string().check(z.regex(TRANSCRIPT_NAME)),
  line: z.number().check(z.nonnegative()),
  /** A `SourceKind` of `event-source.ts`; for a commit with its hash: `commit a1b2c3d`. */
  from: text,
  /** How much it says to somebody who reads it a month later; `salienceOf` has the usual values. */
  salience: z.number(),
  /** Whether it is among the best of its session. The others are behind "N more". */
  shown: z.boolean(),
  /** A person hid it. */
  hidden: z.optional(z.literal(true)),
  /** The id of the logged event that says the same: it takes this one as evidence. */
  logged: z.optional(text),
});

/** An event found in a transcript, as facts have it: untrusted, with recognised secrets replaced. */
export type Found = z.infer<typeof foundSchema>;

/** The longest texts, in characters; of how many events excerpts are kept. */
const LONGEST = { text: 240, detail: 400 };
const MOST_EXCERPTS = 8;
/** What a second event from one record says less: mostly the first one says it, too. */
const SAME_RECORD = 0.4;

interface Writing {
  /** Removes secrets from a text. */
  safe: (words: string) => string;
  sha1: Digest;
  /** How many prompts the session has. */
  prompts: number;
  /** The logged events of its chronicle. */
  logged?: readonly LoggedEvent[];
}

/** The events as facts have them, in order. One without a text, a possible time or a transcript's name is left out. */
export function foundFacts(events: readonly FoundEvent[], { safe, sha1, prompts, logged = [] }: Writing): Found[] {
  const ids = new Map<string, number>();
  const records = new Set<string>();
  const found = events.flatMap((event): Found[] => {
    const { tag, origin, source } = event;
    const line = cleanLine(safe(event.text), LONGEST.text);
    if (line === '' || !(Math.abs(origin.at) < 8e15) || !TRANSCRIPT_NAME.test(origin.file)) return [];
    const details = event.details.map((detail) => cleanLine(safe(detail), LONGEST.detail));
    const base = `f-${sha1(`${tag}\n${line}\n${origin.id}`).slice(0, 6)}`;
    const nth = (ids.get(base) ?? 0) + 1;
    ids.set(base, nth);
    const isAgain = records.has(origin.id);
    records.add(origin.id);
    const { from, reference } = source ?? { from: 'prose', reference: '' };
    return [
      {
        id: nth === 1 ? base : `${base}-${nth}`,
        ...{ tag, text: line, details: details.filter((detail) => detail !== '').join('\n') },
        ...{ at: new Date(origin.at).toISOString(), record: origin.id, file: origin.file, line: origin.line },
        ...{ from: reference === '' ? from : `${from} ${reference}` },
        ...{ salience: salienceOf(event) - (isAgain ? SAME_RECORD : 0), shown: false },
      },
    ];
  });
  const same = matchLogged(found, logged);
  const open = found.filter(({ id }) => !same.has(id));
  const shown = chooseShown(open, prompts);
  return found.map((event) => {
    const known = same.get(event.id);
    return known === undefined ? (shown.has(event) ? { ...event, shown: true } : event) : { ...event, logged: known };
  });
}

/** What found events prove about logged ones. What is only inferred from the conversation proves nothing. */
export function evidenceOf(found: readonly Found[]): { event: string; source: string; record: string }[] {
  return found.flatMap(({ logged, from, record }) =>
    logged === undefined || from === 'prose' ? [] : [{ event: logged, source: from, record }],
  );
}

/** The records of the events that excerpts are kept of: the most salient ones, best first. */
export function bestRecords(events: readonly FoundEvent[]): string[] {
  const best = events.toSorted((a, b) => salienceOf(b) - salienceOf(a));
  return [...new Set(best.map(({ origin }) => origin.id))].slice(0, MOST_EXCERPTS);
}

// Which are shown

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
const WORDS = { weighs: 0.5, explained: 0.3, listed: -1, short: -0.6, cut: -0.3 };
/** A shorter line says little; scripts without spaces need fewer characters. */
const LEAST_WORDS = 40;
const LEAST_UNSPACED = 12;

type Weighed = Pick<FoundEvent, 'tag' | 'text' | 'details' | 'source' | 'salience'>;

/** How much an event says to somebody who reads it a month later: by its kind, and by its words. */
export function salienceOf({ tag, text: line, details, source, salience }: Weighed): number {
  const from = source?.from ?? 'prose';
  const byCommit = from === 'commit' ? FROM_COMMIT[tag] : undefined;
  const base = salience ?? byCommit ?? BY_SOURCE[from] ?? BY_TAG[tag];
  const words = [line, ...details].join(' ');
  const isShort = line.length < (UNSPACED.test(line) ? LEAST_UNSPACED : LEAST_WORDS);
  const sum =
    base +
    (givesReason(words) || setsAgainst(words) ? WORDS.weighs : 0) +
    (details.length > 0 ? WORDS.explained : 0) +
    (/^(?:[-*•]|\d{1,2}[.)])\s/.test(line) ? WORDS.listed : 0) +
    (isShort ? WORDS.short : 0) +
    (line.endsWith('…') ? WORDS.cut : 0);
  return Math.round(sum * 10) / 10;
}
