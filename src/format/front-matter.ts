/**
 * Reads front matter with gray-matter, for the archive, the pages and the check of files:
 *
 *     ---                               branch: 'main', in its first line from column 9
 *     branch: main # the usual    ->    task: 'two words', in its second and third line
 *     task: two
 *       words
 *     ---
 *
 * Its only engine is yaml's `parseDocument` with the failsafe schema: every value is a string, and nothing is resolved or
 * evaluated. What YAML takes for more than a text stays as it is written, since git allows `{a}` and `!x` as names of
 * branches: maps and lists in brackets, anchors, aliases, tags, and everything that is not valid. Hooks and agent commands
 * load none of this (`front-matter-line.ts`).
 */
import matter from 'gray-matter';
import { isMap, isScalar, type Node, parseDocument } from 'yaml';
import { frontMatterText } from './front-matter-line.ts';

/** Front matter before it is checked. Indexes count its lines from 0. */
export interface FrontMatterEntries {
  /** By key; the first of a repeated key is used. */
  entries: Map<string, FrontMatterEntry>;
  /** Indexes of lines that are not "key: value". */
  unread: number[];
  /** Repeated keys. */
  repeated: { key: string; index: number }[];
}

export interface FrontMatterEntry {
  value: string;
  /** Index of its first line. */
  index: number;
  /** Index of the line after its last one. */
  end: number;
  /** Column where the value begins, from 1. */
  column: number;
}

/**
 * Reads the text between the two `---`, as `frontMatterText` finds it. A line that YAML cannot read takes no other with it.
 * Never throws.
 */
export function readFrontMatter(text: string): FrontMatterEntries {
  const { data } = matter(`---\n${text.replaceAll('\r\n', '\n')}---\n`, OPTIONS);
  // gray-matter does not ask the engine about comments alone.
  return 'entries' in data ? (data as FrontMatterEntries) : { entries: new Map(), unread: [], repeated: [] };
}

/** The session that a file says it belongs to; empty if it says none. */
export function readSessionId(file: string): string {
  const text = frontMatterText(file);
  return text === null ? '' : (readFrontMatter(text).entries.get('session_id')?.value ?? '');
}

/**
 * Options for gray-matter with this engine for YAML and none for other languages, which could run code. Any options also keep
 * it from its cache, which forgets faults and hands the same objects to all callers.
 */
export function yamlOnly(parse: (text: string) => object) {
  const refused = {
    parse(): never {
      throw new Error('only YAML is read');
    },
  };
  return {
    engines: { yaml: { parse }, javascript: refused, js: refused, json: refused, coffee: refused, toml: refused },
  };
}

const OPTIONS = {
  ...yamlOnly((text) => entriesIn(text.slice(1).split('\n'))),
  // With a line break, as gray-matter would take `---x` for the end.
  delimiters: ['---', '---\n'] as [string, string],
};

/** The first line of an entry up to its value. A key is not in quotes or behind a mark. */
const KEY = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+|$)/;

/** Each entry is a document of its own, so that one that YAML cannot read takes no other with it. */
function entriesIn(lines: string[]): FrontMatterEntries {
  const read: FrontMatterEntries = { entries: new Map(), unread: [], repeated: [] };
  for (let index = 0, end = 0; index < lines.length; index = end) {
    const line = lines[index] ?? '';
    end = index + 1;
    const [beginning = '', key] = KEY.exec(line) ?? [];
    if (key === undefined) {
      if (!/^[ \t]*(?:#|$)/.test(line) && !(read.entries.size > 0 && BELOW.test(line))) read.unread.push(index);
      continue;
    }
    while (end < lines.length && /^(?:[ \t]|- |#|$)/.test(lines[end] ?? '')) end++;
    if (read.entries.has(key)) read.repeated.push({ key, index });
    else {
      const { text, length } = readEntry(lines.slice(index, end).join('\n')) ?? readEntry(line) ?? NO_TEXT;
      const value = text ?? asWritten(line.slice(beginning.length));
      read.entries.set(key, { value, index, end: index + length, column: beginning.length + 1 });
    }
  }
  return read;
}

const BELOW = /^(?:[ \t]|- )/;

interface Value {
  /** Null for what is not a text to YAML. */
  text: string | null;
  /** How many lines it has, with that of its key. */
  length: number;
}

const NO_TEXT: Value = { text: null, length: 1 };

/** Lines as chronicles are written: a short key and a word that YAML takes as it is. yaml takes most of the time of an archive. */
const PLAIN = /^\w[\w-]{0,99}: ([A-Za-z\d/+](?:[\w./:+-]{0,298}[\w/+-])?)$/;

/** The value of an entry; null if it is not valid YAML. */
function readEntry(entry: string): Value | null {
  const plain = PLAIN.exec(entry)?.[1];
  if (plain !== undefined) return { text: plain, length: 1 };
  try {
    const options = { schema: 'failsafe', logLevel: 'error', prettyErrors: false, uniqueKeys: false } as const;
    const { contents, errors } = parseDocument(entry, options);
    if (errors.length > 0 || !isMap<Node, Node | null>(contents)) return null;
    const value = contents.items[0]?.value ?? null;
    const isText = isScalar(value) && value.tag === undefined && value.anchor === undefined;
    const end = entry.slice(0, (value?.range?.[1] ?? 0) - 1);
    return {
      text: isText && typeof value.value === 'string' ? value.value : null,
      length: end.split('\n').length,
    };
  } catch {
    // It recurses into each level without a limit.
    return null;
  }
}

/** The rest of a line, without the comment behind a value that is not in quotes. */
function asWritten(rest: string): string {
  const text = rest.trim();
  return /^["']/.test(text) ? text : (text.split(/(?:^|[ \t])#/, 1)[0]?.trim() ?? '');
}
