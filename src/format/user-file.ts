/**
 * Building blocks for the schema of a file that its owner edits. Every key may be missing:
 *
 *     keys({ title: text(300), tags: list(text(100), 50) })   ->   { title: '', tags: [] } for an empty file
 *
 * Error messages are the end of a sentence.
 */
import * as z from 'zod/mini';
import { isRecord } from '#src/lib/is-record.ts';
import { type Problem, problemAt, type ProblemCode } from './problem.ts';
import { readYaml, type YamlPath, type YamlReading } from '#src/lib/yaml.ts';

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

/** A text; empty by default. */
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

/** The codes whose text takes one fault. */
type FaultCode = Extract<
  ProblemCode,
  | `CHRONICLE_${'CLUSTERS' | 'REDACT' | 'DRAFT'}_YAML`
  | `CHRONICLE_${'CLUSTERS' | 'REDACT' | 'DRAFT_SETTING' | 'REDACTIONS'}`
>;

/** A kind of file that its owner edits. */
export interface UserFileForm<Schema> {
  /** Built with the functions above. An empty map must be valid. */
  schema: Schema;
  /** The code for an unreadable file. */
  unreadable: FaultCode;
  /** The code for an invalid entry. */
  fault: FaultCode;
}

interface UserFile<Value> extends Pick<YamlReading, 'placeOf'> {
  /** Null if nothing in the file can be used. */
  value: Value | null;
  /** By their place. */
  problems: Problem[];
}

/** Reads a file that its owner edits. Invalid entries are dropped and reported as problems; the rest is used. Never throws. */
export function readUserFile<Schema extends z.ZodMiniType>(
  text: string,
  form: UserFileForm<Schema> | ((value: unknown) => UserFileForm<Schema>),
): UserFile<z.output<Schema>> {
  const yaml = readYaml(text);
  const { placeOf } = yaml;
  const { schema, unreadable, fault } = typeof form === 'function' ? form(yaml.value) : form;
  if (yaml.problem) {
    const { line, column, fault: reason } = yaml.problem;
    return { value: null, problems: [problemAt(unreadable, line, column, reason)], placeOf };
  }
  const problems: Problem[] = [];
  const report = (path: YamlPath, isKey: boolean, reason: string) => {
    const { line, column } = placeOf(path, isKey);
    problems.push(problemAt(fault, line, column, reason));
  };
  const value = fitted(schema, yaml.value, report);
  return { value, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column), placeOf };
}

/** Takes a fault at a key, or at its value. */
type Report = (path: YamlPath, isKey: boolean, reason: string) => void;
type Issue = z.core.$ZodIssue;
interface Root {
  value: unknown;
}

/** The value without its invalid parts. Each round drops some, until the last finds none. */
function fitted<Schema extends z.ZodMiniType>(schema: Schema, read: unknown, report: Report): z.output<Schema> {
  const root: Root = { value: read ?? {} };
  for (;;) {
    const { data, error } = schema.safeParse(root.value);
    if (!error) return data as z.output<Schema>;
    // Too long lists are cut first, so that items beyond the limit are not checked.
    const longLists = error.issues.filter((issue) => costOf(issue).most !== undefined);
    for (const issue of longLists.length > 0 ? longLists : error.issues) drop(issue, root, report);
  }
}

/** Reports a fault and drops the value. */
function drop(issue: Issue, root: Root, report: Report): void {
  const path = issue.path as YamlPath;
  // Its container may already be dropped.
  if (containerOf(root, path) === undefined) return;
  const { longest, most, entry } = costOf(issue);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      report([...path, key], true, `unknown key "${key}"; the keys here are ${issue.message}`);
      set(root, [...path, key], undefined);
    }
  } else {
    report(most === undefined ? path : [...path, most], issue.code === 'invalid_key', issue.message);
    set(root, entry ? path.slice(0, -1) : path, cut(valueAt(root, path), longest ?? most));
  }
}

/** The beginning of a text or list; undefined without a length. */
function cut(value: unknown, length: number | undefined): unknown {
  if (length === undefined) return undefined;
  return Array.isArray(value) ? value.slice(0, length) : String(value).slice(0, length);
}

function costOf(issue: Issue): Cost {
  return (issue.code === 'custom' && issue.params) || {};
}

type Container = Record<string | number, unknown>;

/** The object or list that contains the value at a path; undefined if it was dropped. */
function containerOf(root: Root, path: YamlPath): Container | undefined {
  let container: unknown = root;
  for (const step of ['value', ...path].slice(0, -1)) container = (container as Container | undefined)?.[step];
  return container as Container | undefined;
}

function valueAt(root: Root, path: YamlPath): unknown {
  return containerOf(root, path)?.[path.at(-1) ?? 'value'];
}

/** Sets or drops a value. The whole file becomes an empty map, and a list item becomes undefined. */
function set(root: Root, path: YamlPath, value: unknown): void {
  const [container, key] = [containerOf(root, path), path.at(-1)];
  if (container === undefined) return;
  if (key === undefined) root.value = value ?? {};
  else if (value === undefined && !Array.isArray(container)) delete container[key];
  else container[key] = value;
}
