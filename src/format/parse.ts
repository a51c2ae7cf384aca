import { type FrontMatterEntries, readFrontMatter } from './front-matter.ts';
import { frontMatterText } from './front-matter-line.ts';
import type { Chronicle } from './chronicle.ts';
import { type Digest, withIds } from './event-id.ts';
import { inspectBody } from './inspect-body.ts';
import { inspectFrontMatter } from './inspect-front-matter.ts';
import type { Problem } from './problem.ts';
import { readBody } from './read.ts';
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
  const written = frontMatterText(text, structure);
  const read = written === null ? null : readFrontMatter(written);
  const { frontMatter, invalid } = checkFrontMatter(read?.entries ?? new Map());
  const body = frontMatter && readBody(text, structure, frontMatter);
  const chronicle = body && { frontMatter, ...body, events: withIds(body.events, digest) };
  // Without front matter, all problems of the body would only be consequences.
  const problems = [
    ...inspectFrontMatter(text, structure, read, invalid),
    ...(chronicle ? inspectBody(text, structure) : []),
  ];
  return { chronicle, problems };
}

/**
 * Checks the values against the schema and drops invalid optional ones. Null if a required value is missing or invalid.
 * `invalid` has the keys of all these.
 */
function checkFrontMatter(entries: FrontMatterEntries['entries']): {
  frontMatter: FrontMatter | null;
  invalid: string[];
} {
  const values = Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value]));
  const { data, error } = frontMatterSchema.safeParse(values);
  const invalid = (error?.issues ?? []).map(({ path }) => String(path[0]));
  for (const key of invalid) delete values[key];
  return { frontMatter: data ?? frontMatterSchema.safeParse(values).data ?? null, invalid };
}
