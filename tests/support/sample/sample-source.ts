/**
 * What is written by hand about a session of the sample archive: its prompts, and what came of each. Everything else is
 * taken from the session's chronicle, or derived.
 *
 *     title: Store pack prices as integer cents      the title that Claude Code gave it
 *     turns:
 *       - at: 09:54                                  local; with its day when a new one has begun
 *         prompt: Cents. Integers. Always.
 *         read: larder/packs/models.py
 *         edit: larder/packs/models.py +14-9
 *         test: 3/1                                  three runs, of which the first failed
 *         commit: |
 *           10:26 Keep amounts as integer cents
 *
 *           A float cannot hold 4.985.
 */
import { parse } from 'yaml';
import * as z from 'zod/mini';

const text = z.string();

const turn = z.strictObject({
  at: text,
  prompt: z.optional(text),
  /** Typed while the agent worked. */
  queued: z.optional(text),
  command: z.optional(text),
  /** Paths, separated by spaces. */
  read: z.optional(text),
  web: z.optional(text),
  search: z.optional(text),
  mcp: z.optional(text),
  skill: z.optional(text),
  agent: z.optional(z.strictObject({ type: text, description: text, answer: text })),
  /** What the agent says before it begins to work. */
  first: z.optional(text),
  /** What it says once it has read: the place for a cause. */
  found: z.optional(text),
  ask: z.optional(z.strictObject({ header: text, question: text, options: z.array(text), answer: text })),
  plan: z.optional(text),
  /** `path +added-removed`, separated by commas. */
  edit: z.optional(text),
  /** `path +lines` of files that it creates. */
  new: z.optional(text),
  /** Lines of the first edit that begin with `-` or `+`; the others are made up. */
  diff: z.optional(text),
  /** `runs/failed`. */
  test: z.optional(text),
  /** What the failed runs print; otherwise made up. */
  testFails: z.optional(text),
  run: z.optional(text),
  /** `times line` for a command that fails. */
  runFails: z.optional(text),
  interrupt: z.optional(z.boolean()),
  compact: z.optional(text),
  /** `HH:MM subject`, then an empty line and the body. `HH:MM hash subject` where a picture shows the hash. */
  commit: z.optional(z.union([text, z.array(text)])),
  pr: z.optional(z.strictObject({ number: z.number(), title: text })),
  /** When the agent was done; otherwise derived from what follows. */
  until: z.optional(text),
  say: z.optional(text),
});

const source = z.strictObject({
  title: z.optional(text),
  model: z.optional(text),
  models: z.optional(z.array(text)),
  end: z.optional(z.enum(['clean', 'killed'])),
  turns: z.array(turn),
});

export type SampleSource = z.infer<typeof source>;
export type SampleTurn = z.infer<typeof turn>;

/** Reads a source file's text. Throws where it is not valid. */
export function readSampleSource(yaml: string): SampleSource {
  return source.parse(parse(yaml));
}
