import { type Problem, type ProblemCode, problemAt } from '#src/chronicle/problem.ts';
import type { YamlPath, YamlPlace, YamlReading } from './read-yaml.ts';

/** The codes whose words are one fault. */
type FaultCode = Extract<ProblemCode, 'CHRONICLE_DRAFT_SETTING' | 'CHRONICLE_REDACTIONS' | 'CHRONICLE_SERIES'>;

/** Takes values out of a hand-written file, and notes what is not of its form. */
export class YamlReader {
  readonly problems: Problem[] = [];
  /** Where the names stand that were marked. */
  readonly places = new Map<string, YamlPlace>();
  readonly #yaml: YamlReading;
  readonly #code: FaultCode;

  constructor(yaml: YamlReading, code: FaultCode) {
    this.#yaml = yaml;
    this.#code = code;
  }

  /** The keys of a map; none where there is no value. With `known`, others are faults. */
  keys(value: unknown, path: YamlPath, known?: readonly string[]): Record<string, unknown> {
    if (value === null || value === undefined) return {};
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.refuse(path, 'here a list of keys is needed');
      return {};
    }
    for (const key of known ? Object.keys(value) : []) {
      if (!known?.includes(key))
        this.refuse([...path, key], `there is no such key here; there are ${known?.join(', ')}`);
    }
    return { ...value };
  }

  /** A text, also one that looks like a number; empty where there is no value. */
  text(value: unknown, path: YamlPath, longest: number): string {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'string' ? value : this.#yaml.textOf(path);
    if (text === null) return this.refuse(path, 'here a text is needed').join();
    if (text.length > longest) this.refuse(path, `this is longer than ${longest} characters and is cut`);
    return text.slice(0, longest);
  }

  /** The items of a list, each with its path; none where there is no value. */
  list(value: unknown, path: YamlPath, most: number): { item: unknown; path: YamlPath }[] {
    if (value === null || value === undefined) return [];
    if (!Array.isArray(value)) return this.refuse(path, 'here a list is needed');
    if (value.length > most) this.refuse([...path, most], `there are more than ${most}`);
    return value.slice(0, most).map((item, place) => ({ item, path: [...path, place] }));
  }

  /** Remembers where a name stands first. */
  mark(name: string, path: YamlPath): void {
    if (!this.places.has(name)) this.places.set(name, this.#yaml.placeOf(path));
  }

  refuse(path: YamlPath, fault: string): [] {
    const { line, column } = this.#yaml.placeOf(path);
    this.problems.push(problemAt(this.#code, line, column, fault));
    return [];
  }
}
