import type { FrontMatterEntries } from './front-matter.ts';
import { type FrontMatter, frontMatterSchema } from './schema.ts';

/** The values checked against the schema, or null if they will not do. An optional value of the wrong form is left out. */
export function checkFrontMatter({ entries }: FrontMatterEntries): FrontMatter | null {
  const values = Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value]));
  const checked = frontMatterSchema.safeParse(values);
  if (checked.success) return checked.data;
  for (const { path } of checked.error.issues) delete values[String(path[0])];
  return frontMatterSchema.safeParse(values).data ?? null;
}
