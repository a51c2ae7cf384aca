/**
 * The pieces of which the form of a file that its owner edits is made. In a form, every key may be missing:
 *
 *     keys({ title: text(300), tags: list(text(100), 50) })   ->   { title: '', tags: [] } for an empty file
 *
 * The message of a fault is the end of a sentence.
 */
import * as z from 'zod/mini';
import { isRecord } from '#src/value/is-record.ts';

/** What a fault costs, where it is not just the value itself. */
export interface Cost {
  /** The text is cut to this length. */
  longest?: number;
  /** The list is cut to this length. */
  most?: number;
  /** The object goes that has the value: `{ role: middle, event: … }` says nothing without its role. */
  entry?: true;
}

/** A map with these keys and no others. */
export function keys<Shape extends z.core.$ZodLooseShape>(shape: Shape, wanted = 'here a list of keys is needed') {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? known : wanted) });
}

/** A value that may be missing, and what counts then. */
export function orElse<Schema extends z.core.$ZodType, Fallback>(schema: Schema, fallback: Fallback) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value): NonNullable<z.output<Schema>> | Fallback => value ?? fallback),
  );
}

/** A text, also one that looks like a number; empty where there is none. */
export function text(longest: number) {
  const cost: Cost = { longest };
  const fits = z.refine<string>((value) => value.length <= longest, {
    error: `this is longer than ${longest} characters and is cut`,
    params: cost,
  });
  return orElse(z.string('here a text is needed').check(fits), '');
}

/** A list; empty where there is none. An item that was left out is undefined, so that the others keep their places. */
export function list<Item extends z.core.$ZodType>(item: Item, most: number, wanted = 'here a list is needed') {
  const cost: Cost = { most };
  const fits = z.refine<unknown[]>((items) => items.length <= most, {
    error: `there are more than ${most}`,
    params: cost,
  });
  return orElse(z.array(z.optional(item), wanted).check(fits), []);
}

/** A map whose keys are the owner's own; empty where there is none. */
export function record<Value extends z.core.$ZodType>(
  key: RegExp,
  value: Value,
  wanted = 'here a list of keys is needed',
  keyFault: (key: string) => string = () => 'this key cannot be used',
) {
  const map = z.record(z.string().check(z.regex(key)), value, {
    error: ({ code, input }) => (code === 'invalid_key' ? keyFault(String(input)) : wanted),
  });
  // The library passes over this key without a word.
  const isNamed = z.refine((input) => !isRecord(input) || !Object.hasOwn(input, '__proto__'), {
    error: keyFault('__proto__'),
    path: ['__proto__'],
  });
  return orElse(z.pipe(z.unknown().check(isNamed), map), {});
}

/** A value without which the object that has it says nothing: it is left out as a whole, and its other faults go unsaid. */
export function needed<Value>(isRight: (value: unknown) => value is Value, error: string) {
  const params: Cost = { entry: true };
  return z.custom<Value>(isRight, { error, params });
}

/** The items that were not left out. */
export function present<Item>(items: readonly Item[]): Exclude<Item, undefined>[] {
  return items.filter((item): item is Exclude<Item, undefined> => item !== undefined);
}
