import * as z from 'zod/mini';
import type { FactsHead } from '../transcript/facts.ts';
import type { Project } from '../lib/project.ts';
import type { ChronicleEvent, StrayLine, Summary } from './chronicle.ts';
import type { Notebook } from './notebook/notebook.ts';
import type { Problem } from './problem.ts';
import { frontMatterSchema } from './schema.ts';

/**
 * The content collection's schema of a session. Only the front matter is validated; the rest is passed by reference, because
 * the collection runs its schema at every call. One invalid entry fails the whole collection, so the archive never contains
 * one.
 */
export const sessionSchema = z.object({
  id: z.string(),
  project: z.custom<Project>(),
  name: z.string(),
  path: z.string(),
  machine: z.optional(z.string()),
  copies: z.optional(z.custom<readonly string[]>()),
  digest: z.string(),
  chronicle: z.object({
    frontMatter: frontMatterSchema,
    events: z.custom<ChronicleEvent[]>(),
    more: z.optional(z.custom<ChronicleEvent[]>()),
    strays: z.custom<StrayLine[]>(),
    summary: z.custom<Summary>(),
  }),
  facts: z.optional(z.custom<FactsHead>()),
  factsDigest: z.optional(z.string()),
  notebook: z.optional(z.custom<Notebook>()),
  notebookDigest: z.optional(z.string()),
  problems: z.custom<Problem[]>(),
  outdated: z.boolean(),
});
