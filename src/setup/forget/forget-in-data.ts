/**
 * Removes what is forgotten from our JSON and YAML files. Field names, ids, times and fixed values stay, as the files could
 * not be read without them; names of events are renamed, or removed with the event.
 */
import { isRecord } from '#src/lib/is-record.ts';
import { parseJson } from '#src/lib/json-object.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { readYaml, writeYaml } from '#src/lib/yaml.ts';
import { type Facts, parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import type { TextMatcher } from './text-matcher.ts';

export interface Match {
  /** Replaced wherever it occurs. */
  text: TextMatcher;
  /** Ids of the sessions whose files are deleted. */
  sessions: ReadonlySet<string>;
}

/** The new name of an event, as `<session_id>#e-…`, or a session: null if it is deleted, the same if it is unchanged. */
export type Renaming = (name: string) => string | null;

/** A field name, or a hash. Any other key is a name that somebody chose. */
const FORMAT_KEY = /^(?:[A-Za-z][A-Za-z_]*|[0-9a-f]{8,})$/;
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;
const EVENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}#[en]-[0-9a-f]{6}(?:-\d+)?$/;
const ID = /^[\w.:#?-]*$/;

/** Fields that contain an id, a hash or a word of the format, unless their value is longer: then it is somebody's text. */
const FIXED: ReadonlySet<string> = new Set(
  `session_id session write done at ended id replaced_by proposal source action state dated trigger before after digest
  salt sources draft made hash event code target kind run decisions`.split(/\s+/),
);
/** The same in facts, which also name the transcripts that they were read from. */
const FIXED_IN_FACTS: ReadonlySet<string> = new Set(
  `session_id session at ended harvested file folder from to hash record logged event source kind ending trigger id`.split(
    ' ',
  ),
);

/** A file with one JSON value, in the form that it has. A file that is not JSON is treated as text. */
export function forgetInJson(bytes: string, text: TextMatcher, renamed: Renaming): string {
  const value = parseJson(asText(bytes));
  if (value === undefined) return text.replace(bytes);
  const indent = /^[{[]\r?\n/.test(bytes) ? 2 : 0;
  const after = JSON.stringify(valueWithout(value, text, renamed), null, indent);
  if (after === JSON.stringify(value, null, indent)) return bytes;
  return asBytes(after) + (/\r?\n$/.exec(bytes)?.[0] ?? '');
}

/**
 * A file with one JSON value on each line. A line is deleted if it is of a forgotten session, as in lists of proposals and
 * records of imports but not in histories, or about a file whose name contains the text.
 */
export function forgetInLines(bytes: string, match: Match, renamed: Renaming, isHistory: boolean): string {
  const isOf = (id: unknown) => typeof id === 'string' && match.sessions.has(id);
  const isKept = (line: string) => {
    const value = parseJson(asText(line));
    if (!isRecord(value)) return true;
    const { session_id, session, write, done, file } = value;
    const isGone = !isHistory && [session_id, session, write, done].some(isOf);
    return !isGone && !(typeof file === 'string' && match.text.isIn(asBytes(file)));
  };
  const lines = bytes.split(/(?<=\n)/).filter(isKept);
  return lines.map((line) => forgetInJson(line, match.text, renamed)).join('');
}

/** Facts; null for those of a forgotten session. */
export function forgetInFacts(bytes: string, { text, sessions }: Match, renamed: Renaming): string | null {
  const { facts } = parseFacts(asText(bytes));
  if (!facts) return text.replace(bytes);
  const { session_id } = facts.head;
  if (sessions.has(session_id)) return null;
  const evidence = facts.evidence.flatMap((each) => {
    const name = renamed(`${session_id}#${each.event}`);
    return name === null ? [] : [{ ...each, event: name.replace(/^.*#/, '') }];
  });
  const after = valueWithout({ ...facts, evidence }, text, (name) => name, FIXED_IN_FACTS) as Facts;
  const written = serializeFacts(after);
  // A file of the same values in another form, such as indented, stays as it is.
  return written === serializeFacts(facts) ? bytes : asBytes(written);
}

/** The session id of a facts file; empty if it cannot be read. */
export function factsSession(bytes: string): string {
  return parseFacts(asText(bytes)).facts?.head.session_id ?? '';
}

/** A YAML file. If a value changes, its comments are lost. A file that cannot be read is treated as text. */
export function forgetInYaml(bytes: string, text: TextMatcher, renamed: Renaming): string {
  const commented = bytes.replace(/(?:^|[ \t])#.*$/gm, (comment) => text.replace(comment));
  const { value, problem } = readYaml(asText(commented));
  if (problem) return text.replace(commented);
  const after = valueWithout(value, text, renamed);
  if (!isRecord(after) || JSON.stringify(after) === JSON.stringify(value)) return commented;
  return asBytes(writeYaml(after));
}

function valueWithout(value: unknown, text: TextMatcher, renamed: Renaming, fixed = FIXED, under = ''): unknown {
  if (typeof value === 'string') {
    const name = renamed(value);
    if (name === null) return textWithout(value, text);
    if (name !== value) return name;
    const isFixed = fixed.has(under) && (fixed === FIXED_IN_FACTS || ID.test(value));
    return isFixed || TIME.test(value) || EVENT.test(value) ? value : textWithout(value, text);
  }
  if (Array.isArray(value))
    return value
      .filter((item) => typeof item !== 'string' || renamed(item) !== null)
      .map((item) => valueWithout(item, text, renamed, fixed, under === 'events' ? under : ''));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).flatMap(([key, item]) => {
    const name = renamed(key);
    if (name === null) return [];
    const after = name !== key || FORMAT_KEY.test(key) || EVENT.test(key) ? name : textWithout(key, text);
    return [[after, valueWithout(item, text, renamed, fixed, under === 'decisions' ? under : key)]];
  });
  return Object.fromEntries(fields);
}

function textWithout(value: string, text: TextMatcher): string {
  const bytes = asBytes(value);
  const after = text.replace(bytes);
  return after === bytes ? value : asText(after);
}
