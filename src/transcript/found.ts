/**
 * Found events: what the transcript of a session shows of decisions, errors and the like. They are kept in the session's
 * facts, never in its chronicle, and nobody has to confirm them. Texts come from the transcript: untrusted, with recognised
 * secrets replaced.
 */
import * as z from 'zod/mini';
import { TAGS, type Tag } from '../format/tags.ts';

const text = z.string();
const tags: ReadonlySet<string> = new Set(TAGS);

/** The name of a transcript's file, never a path. */
export const TRANSCRIPT_NAME = /^[\w][\w.-]{0,150}\.jsonl$/;

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

/** An event found in a transcript, as facts have it. */
export type Found = z.infer<typeof foundSchema>;
