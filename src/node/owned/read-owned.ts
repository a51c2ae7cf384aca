import type * as z from 'zod/mini';
import { type Problem, type ProblemCode, problemAt } from '#src/chronicle/problem.ts';
import type { Cost } from './forms.ts';
import { readYaml, type YamlPath, type YamlReading } from './read-yaml.ts';

/** The codes whose words are one fault. */
type FaultCode = Extract<
  ProblemCode,
  | `CHRONICLE_${'CLUSTERS' | 'REDACT' | 'DRAFT' | 'SERIES'}_YAML`
  | `CHRONICLE_${'CLUSTERS' | 'REDACT' | 'DRAFT_SETTING' | 'REDACTIONS' | 'SERIES'}`
>;

/** A kind of file that its owner edits. */
export interface OwnedForm<Schema> {
  /** Made of the pieces in forms.ts: an empty map has to fit it. */
  schema: Schema;
  /** Of a file that cannot be read at all. */
  unreadable: FaultCode;
  /** Of what is not of the form. */
  fault: FaultCode;
  /** Whether an unknown key is shown where it begins, and not where its value does. */
  isKeyShown?: boolean;
}

export interface OwnedReading<Value> extends Pick<YamlReading, 'placeOf'> {
  /** Null where nothing of the file can be used. */
  value: Value | null;
  problems: Problem[];
}

/** Reads a file that its owner edits. What is not of its form is a problem and left out; the rest is used. Never throws. */
export function readOwned<Schema extends z.ZodMiniType>(
  text: string,
  form: OwnedForm<Schema> | ((value: unknown) => OwnedForm<Schema>),
): OwnedReading<z.output<Schema>> {
  const yaml = readYaml(text);
  const { schema, unreadable, fault, isKeyShown = false } = typeof form === 'function' ? form(yaml.value) : form;
  if (yaml.problem) {
    const { line, column, fault: reason } = yaml.problem;
    return { value: null, problems: [problemAt(unreadable, line, column, reason)], placeOf: yaml.placeOf };
  }
  const faults = new Faults(yaml, fault, isKeyShown);
  const value = fitted(schema, yaml, faults);
  return { value, problems: faults.inOrder(), placeOf: yaml.placeOf };
}

/** What is wrong with a file, as it is found: by the order of the form. */
class Faults {
  readonly #known: Problem[] = [];
  readonly #unknown: Problem[] = [];
  readonly #placeOf: YamlReading['placeOf'];
  readonly #code: FaultCode;
  readonly #isKeyShown: boolean;

  constructor({ placeOf }: YamlReading, code: FaultCode, isKeyShown: boolean) {
    this.#placeOf = placeOf;
    this.#code = code;
    this.#isKeyShown = isKeyShown;
  }

  add(path: YamlPath, reason: string, isKey = false): void {
    const { line, column } = this.#placeOf(path, isKey);
    this.#known.push(problemAt(this.#code, line, column, reason));
  }

  /** Its value is what a person sees of an unknown key, if both are in one line. */
  addUnknown(path: YamlPath, known: string): void {
    const [key, value] = [this.#placeOf(path, true), this.#placeOf(path)];
    const { line, column } = key.line === value.line && !this.#isKeyShown ? value : key;
    const reason = `there is no key "${String(path.at(-1))}" here; there are ${known}`;
    this.#unknown.push(problemAt(this.#code, line, column, reason));
  }

  /** Unknown keys come before what is found below them in the file. */
  inOrder(): Problem[] {
    const unknown = this.#unknown.toSorted(byPlace);
    let next = 0;
    const before = (problem: Problem) => {
      const first = next;
      while (next < unknown.length && byPlace(unknown[next] as Problem, problem) < 0) next++;
      return unknown.slice(first, next);
    };
    return [...this.#known.flatMap((problem) => [...before(problem), problem]), ...unknown.slice(next)];
  }
}

function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column;
}

type Issue = z.core.$ZodIssue;
interface Root {
  value: unknown;
}

/** The value with everything taken out that does not fit. Each round takes some out, so the last one finds no fault. */
function fitted<Schema extends z.ZodMiniType>(schema: Schema, yaml: YamlReading, faults: Faults): z.output<Schema> {
  const root: Root = { value: yaml.value ?? {} };
  for (;;) {
    const { data, error } = schema.safeParse(root.value);
    if (!error) return data as z.output<Schema>;
    for (const issue of nextIssues(error.issues)) settle(issue, root, yaml, faults);
  }
}

/** What is beyond the end of a list is not looked at. */
function nextIssues(issues: readonly Issue[]): readonly Issue[] {
  const longLists = issues.filter((issue) => costOf(issue).most !== undefined);
  return longLists.length > 0 ? longLists : issues;
}

/** Notes a fault and takes it out of the value. A number where a text is wanted is the text that is written there. */
function settle(issue: Issue, root: Root, yaml: YamlReading, faults: Faults): void {
  const path = issue.path as YamlPath;
  // What holds it may be left out already.
  if (holderOf(root, path) === undefined) return;
  const { longest, most, entry } = costOf(issue);
  const isText = entry || (issue.code === 'invalid_type' && issue.expected === 'string');
  const written = isText && typeof valueAt(root, path) !== 'string' ? yaml.textOf(path) : null;
  if (written !== null) set(root, path, written);
  else if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      faults.addUnknown([...path, key], issue.message);
      set(root, [...path, key], undefined);
    }
  } else {
    faults.add(most === undefined ? path : [...path, most], issue.message, issue.code === 'invalid_key');
    set(root, entry ? path.slice(0, -1) : path, cut(valueAt(root, path), longest ?? most));
  }
}

/** The beginning of a text or list; undefined where no length is given. */
function cut(value: unknown, length: number | undefined): unknown {
  if (length === undefined) return undefined;
  return Array.isArray(value) ? value.slice(0, length) : String(value).slice(0, length);
}

function costOf(issue: Issue): Cost {
  return (issue.code === 'custom' && issue.params) || {};
}

type Holder = Record<string | number, unknown>;

/** What the last step of a path leads out of; undefined where that is gone. */
function holderOf(root: Root, path: YamlPath): Holder | undefined {
  let holder: unknown = root;
  for (const step of ['value', ...path].slice(0, -1)) holder = (holder as Holder | undefined)?.[step];
  return holder as Holder | undefined;
}

function valueAt(root: Root, path: YamlPath): unknown {
  return holderOf(root, path)?.[path.at(-1) ?? 'value'];
}

/** Sets a value, or takes it out: an empty map stays of the whole file, and of an item of a list its place. */
function set(root: Root, path: YamlPath, value: unknown): void {
  const [holder, key] = [holderOf(root, path), path.at(-1)];
  if (holder === undefined) return;
  if (key === undefined) root.value = value ?? {};
  else if (value === undefined && !Array.isArray(holder)) delete holder[key];
  else holder[key] = value;
}
