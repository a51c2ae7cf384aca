import { defineLiveCollection } from 'astro:content';
import * as z from 'zod/mini';
import { chronicleLoader } from '#content-loader/live-loader.ts';
import type { ChronicleEvent, StrayLine, Summary } from '#src/format/chronicle.ts';
import type { Notebook } from '#src/format/notebook/notebook.ts';
import type { Problem } from '#src/format/problem.ts';
import { frontMatterSchema } from '#src/format/schema.ts';
import type { Project } from '#src/lib/project.ts';
import type { FactsHead } from '../src/format/facts-head.ts';

/**
 * The content collection's schema of a session. Only the front matter is validated; the rest is passed by reference, because
 * the collection runs its schema at every call. One invalid entry fails the whole collection, so the archive never contains
 * one.
 */
const sessionSchema = z.object({
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

export const collections = {
  sessions: defineLiveCollection({ loader: chronicleLoader(), schema: sessionSchema }),
};
