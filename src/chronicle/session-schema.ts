import * as z from 'zod/mini';
import type { Project } from '../project/project.ts';
import type { ChronicleEvent, StrayLine, Summary } from './chronicle.ts';
import type { Problem } from './problem.ts';
import { frontMatterSchema } from './schema.ts';

/**
 * A session as the content collection checks it. The front matter is validated; what the parser
 * made passes by reference, because the collection runs its schema at every call. One entry that
 * fails it fails the whole collection, so the archive lets nothing in that would.
 */
export const sessionSchema = z.object({
  id: z.string(),
  project: z.custom<Project>(),
  name: z.string(),
  path: z.string(),
  digest: z.string(),
  chronicle: z.object({
    frontMatter: frontMatterSchema,
    events: z.custom<ChronicleEvent[]>(),
    strays: z.custom<StrayLine[]>(),
    summary: z.custom<Summary>(),
  }),
  problems: z.custom<Problem[]>(),
  outdated: z.boolean(),
});
