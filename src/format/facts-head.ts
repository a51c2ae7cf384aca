/**
 * The head of a session's facts: the first line of the JSON file that the machine keeps beside a chronicle. Lists need no
 * more. `src/transcript/facts.ts` has the rest of the file.
 */
import * as z from 'zod/mini';

/** The version that is written. Files of version 1 are read, too; those of a later one are not. */
export const FACTS_VERSION = 2;

/** The time of a transcript that was read while the session was running, so that it is read again. */
export const STILL_RUNNING = 0;

const text = z.string();
export const count = z.int().check(z.nonnegative());
export const time = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));

/** A transcript that was read, and its size and time then: it has grown if they differ. */
export const transcriptSchema = z.object({
  /** The file's name, never a path. */
  file: z.string().check(z.regex(/^[\w][\w.-]{0,150}\.jsonl$/)),
  /** The name of its directory below Claude Code's `projects`. */
  folder: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,260}$/)),
  size: count,
  /** When it was last written, in milliseconds since 1970, or `STILL_RUNNING`. */
  writtenMs: z.number(),
});

/** Titles of a session by source, best first. Each is a plain line. */
const titlesSchema = z.object({
  /** Given by the person with /rename. */
  custom: z.optional(text),
  /** The heading of the first accepted plan. */
  plan: z.optional(text),
  pullRequest: z.optional(text),
  /** Written by Claude Code for its own list of sessions. */
  host: z.optional(text),
  /** The subject of the commit with the most changed lines. */
  commit: z.optional(text),
  /** What the first prompts ask for. */
  prompt: z.optional(text),
  /** The first branch that is not a trunk, in words. */
  branch: z.optional(text),
  /** A sentence of how the session ended. */
  end: z.optional(text),
});

export const factsHeadSchema = z.object({
  version: z.literal([1, FACTS_VERSION]),
  session_id: z.string(),
  /** When the transcript was read. */
  harvested: time,
  transcripts: z.array(transcriptSchema),
  /** The session's first and last message; null without any that tells its time. Records copied by a fork do not count. */
  from: z.nullable(time),
  to: z.nullable(time),
  /** Minutes of work: the span without gaps of more than 15 minutes. */
  activeMinutes: count,
  prompts: count,
  edits: z.object({ files: count, added: count, removed: count }),
  commits: count,
  tests: z.object({ runs: count, failed: count }),
  /** Input and output tokens of all models, without those read from the cache. */
  tokens: count,
  /** The model that wrote most of the answers. */
  model: z.nullable(text),
  titles: titlesSchema,
  /** How the last turn ended: with an answer, stopped by the person, or with neither. */
  ending: z.enum(['answered', 'interrupted', 'open']),
  /** The ids of records that briefings showed, and of those that the agent then named in a command of ours. */
  briefing: z.optional(z.object({ shown: z.array(text), used: z.array(text) })),
  /** The host and path of the checkout's remote, `github.com/owner/name`. Missing without one, and in older facts. */
  remote: z.optional(text),
  /** The other system that the session was imported from. Missing for one whose transcript was read. */
  importedFrom: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/))),
  /** How many logged events the chronicle had when found events were compared with them. */
  logged: z.optional(count),
});

export type FactsHead = z.infer<typeof factsHeadSchema>;
export type FactsTitles = z.infer<typeof titlesSchema>;
