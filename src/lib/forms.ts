/**
 * Building blocks for the schema of a file that its owner edits. Every key may be missing:
 *
 *     keys({ title: text(300), tags: list(text(100), 50) })   ->   { title: '', tags: [] } for an empty file
 *
 * Error messages are the end of a sentence.
 */
import * as z from 'zod/mini';
import { isRecord } from '#src/lib/is-record.ts';

/** What an invalid value costs, if more or less than the value itself. */
export interface Cost {
  /** The text is cut to this length. */
  longest?: number;
  /** The list is cut to this length. */
  most?: number;
  /** The whole object with the value is dropped: `{ role: middle, event: … }` means nothing without its role. */
  entry?: true;
}

/** A map with exactly these keys allowed. */
export function keys<Shape extends z.core.$ZodLooseShape>(shape: Shape, error = 'expected keys with values') {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? known : error) });
}

/** A value that may be missing, and its default. */
export function orElse<Schema extends z.core.$ZodType, Fallback>(schema: Schema, fallback: Fallback) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value): NonNullable<z.output<Schema>> | Fallback => value ?? fallback),
  );
}

/** A text, even if it looks like a number; empty by default. */
export function text(longest: number) {
  const cost: Cost = { longest };
  const fits = z.refine<string>((value) => value.length <= longest, {
    error: `longer than ${longest} characters, so the rest is ignored`,
    params: cost,
  });
  return orElse(z.string('expected text').check(fits), '');
}

/** A list; empty by default. A dropped item becomes undefined, so that the others keep their positions. */
export function list<Item extends z.core.$ZodType>(item: Item, most: number, error = 'expected a list') {
  const cost: Cost = { most };
  const fits = z.refine<unknown[]>((items) => items.length <= most, {
    error: `more than ${most} items`,
    params: cost,
  });
  return orElse(z.array(z.optional(item), error).check(fits), []);
}

/** A map with keys of the owner's choice; empty by default. */
export function record<Value extends z.core.$ZodType>(
  key: RegExp,
  value: Value,
  error = 'expected keys with values',
  keyFault: (key: string) => string = () => 'this key is not allowed',
) {
  const map = z.record(z.string().check(z.regex(key)), value, {
    error: ({ code, input }) => (code === 'invalid_key' ? keyFault(String(input)) : error),
  });
  // The library ignores this key silently.
  const isNamed = z.refine((input) => !isRecord(input) || !Object.hasOwn(input, '__proto__'), {
    error: keyFault('__proto__'),
    path: ['__proto__'],
  });
  return orElse(z.pipe(z.unknown().check(isNamed), map), {});
}

/** The items that were not dropped. */
export function present<Item>(items: readonly Item[]): Exclude<Item, undefined>[] {
  return items.filter((item): item is Exclude<Item, undefined> => item !== undefined);
}
