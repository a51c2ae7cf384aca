import type { Chronicle } from './chronicle.ts';
import { type Digest, withIds } from './event-id.ts';
import { type FrontMatterEntries, readEntries } from './front-matter.ts';
import { inspectBody } from './inspect-body.ts';
import { inspectFrontMatter } from './inspect-front-matter.ts';
import type { Problem } from './problem.ts';
import { frontMatterLines, readBody } from './read.ts';
import { scan } from './scan.ts';
import { type FrontMatter, frontMatterSchema } from './schema.ts';

export interface Parsed {
  /** Null if the front matter cannot be used. */
  chronicle: Chronicle | null;
  /** Sorted by line. */
  problems: Problem[];
}

/** Parses a chronicle file's text and lists its problems. Never throws. Takes linear time. */
export function parseChronicle(text: string, digest?: Digest): Parsed {
  const structure = scan(text);
  const lines = frontMatterLines(text, structure);
  const frontMatter = lines && checkFrontMatter(readEntries(lines));
  const body = frontMatter && readBody(text, structure, frontMatter);
  const chronicle = body && { frontMatter, ...body, events: withIds(body.events, digest) };
  // Without front matter, all problems of the body would only be consequences.
  const problems = [...inspectFrontMatter(text, structure), ...(chronicle ? inspectBody(text, structure) : [])];
  return { chronicle, problems };
}

/** Checks the values against the schema and drops invalid optional ones. Null if a required value is missing or invalid. */
function checkFrontMatter({ entries }: FrontMatterEntries): FrontMatter | null {
  const values = Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value]));
  const checked = frontMatterSchema.safeParse(values);
  if (checked.success) return checked.data;
  for (const { path } of checked.error.issues) delete values[String(path[0])];
  return frontMatterSchema.safeParse(values).data ?? null;
}
