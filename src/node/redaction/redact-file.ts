import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import type { Layout } from '#src/project/paths.ts';
import { nameDetector, type OwnName } from '#src/redaction/own-name.ts';
import { isRecord } from '#src/value/is-record.ts';
import { readBeginning } from '../store/read-file.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/**
 * What the owner never wants published, and what is no finding, in `<config>/session-chronicle/redact.yml`:
 *
 *     names:
 *       Tidemark: the product
 *       Robin: a colleague
 *     allow:
 *       - build.internal
 *
 * `names` may be a plain list too.
 */
export interface RedactList {
  names: OwnName[];
  /** Texts that are no findings. A secret is one all the same. */
  allow: string[];
  problems: Problem[];
}

/** No file that a person writes is longer. */
const LARGEST = 256 * 1024;
/** A letter is a word of many sentences. */
const SHORTEST_NAME = 2;
const REPLACEMENT = 'a private name';

/** Reads the owner's list; empty if there is no file. What cannot be used is a problem and left out. Never throws. */
export function readRedactFile({ redact }: Pick<Layout, 'redact'>): RedactList {
  return parseRedactFile(readBeginning(redact, LARGEST) ?? '');
}

/** Reads the text of such a file. */
export function parseRedactFile(text: string): RedactList {
  const yaml = readYaml(text);
  if (yaml.problem) {
    const { line, column, fault } = yaml.problem;
    return { names: [], allow: [], problems: [problemAt('CHRONICLE_REDACT_YAML', line, column, fault)] };
  }
  return new Reader(yaml).list();
}

type Path = (string | number)[];
type YamlReading = ReturnType<typeof readYaml>;

class Reader {
  readonly #yaml: YamlReading;
  readonly #list: RedactList = { names: [], allow: [], problems: [] };

  constructor(yaml: YamlReading) {
    this.#yaml = yaml;
  }

  list(): RedactList {
    const { value } = this.#yaml;
    if (value === null || value === undefined) return this.#list;
    if (!isRecord(value)) this.#refuse([], 'the file is not a list of keys');
    else for (const [key, inside] of Object.entries(value)) this.#read(key, inside);
    return this.#list;
  }

  #read(key: string, value: unknown): void {
    if (key !== 'names' && key !== 'allow') this.#refuse([key], `there is no key "${key}"`);
    else if (value !== null && value !== undefined) this.#entries(key, value);
  }

  #entries(key: 'names' | 'allow', value: unknown): void {
    if (Array.isArray(value)) for (const [i, text] of value.entries()) this.#add(key, [key, i], text, REPLACEMENT);
    else if (key === 'names' && isRecord(value))
      for (const [text, replacement] of Object.entries(value))
        this.#add(key, [key, text], text, replacement ?? REPLACEMENT);
    else this.#refuse([key], `"${key}" takes a list`);
  }

  #add(key: 'names' | 'allow', path: Path, given: unknown, replacement: unknown): void {
    const text = typeof given === 'number' ? String(given) : given;
    if (typeof text !== 'string' || text.trim() === '') this.#refuse(path, 'this is no text');
    else if (key === 'allow') this.#list.allow.push(text.trim());
    else if ([...text.trim()].length < SHORTEST_NAME)
      this.#refuse(path, `a name needs at least ${SHORTEST_NAME} characters`);
    else if (typeof replacement !== 'string' || replacement.trim() === '')
      this.#refuse(path, 'what takes the place of a name is a text');
    else if (says(replacement, text.trim())) this.#refuse(path, 'what takes the place of this name has the name in it');
    else this.#list.names.push({ text: text.trim(), kind: 'private name', replacement: replacement.trim() });
  }

  #refuse(path: Path, fault: string): void {
    const { line, column } = this.#yaml.placeOf(path);
    this.#list.problems.push(problemAt('CHRONICLE_REDACT', line, column, fault));
  }
}

/** Whether a name would be found in what takes its place. */
function says(replacement: string, text: string): boolean {
  const detector = nameDetector([{ text, kind: '', replacement }]);
  return detector({ text: replacement }).length > 0;
}
