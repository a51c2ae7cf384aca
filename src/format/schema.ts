/**
 * The schema of a chronicle's front matter. The archive, the commands and the content collection check against it; hooks
 * use its type.
 *
 *     session_id: 3f6c2a10-…      date: 2026-03-24      branch: cws/96-x
 *     task: CWS-96                started: 2026-03-24T14:00:00Z
 *
 * Every value is a string, as in the file. Unknown keys are kept.
 */
import * as z from 'zod/mini';
import { FIELDS, type FrontMatterKey } from './front-matter-line.ts';

type Check<K extends FrontMatterKey> = (typeof FIELDS)[K]['check'];
type Guard<V extends string> = (text: string) => text is V;
/** The type from a key's guard, else string. */
type Value<K extends FrontMatterKey> = Check<K> extends Guard<infer V> ? V : string;
type Checked<K extends FrontMatterKey> = z.ZodMiniType<Value<K>, Value<K>>;

type Shape = {
  [K in FrontMatterKey]: (typeof FIELDS)[K]['required'] extends true ? Checked<K> : z.ZodMiniOptional<Checked<K>>;
};

const shape = Object.fromEntries(
  Object.entries(FIELDS).map(([key, { required, check }]) => {
    const value = z.string().check(z.refine(check));
    return [key, required ? value : z.optional(value)];
  }),
) as unknown as Shape;

export const frontMatterSchema = z.catchall(z.object(shape), z.string());

export type FrontMatter = z.infer<typeof frontMatterSchema>;
