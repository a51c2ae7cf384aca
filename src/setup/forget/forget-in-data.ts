/**
 * Removes what is forgotten from our JSON and YAML files and from drafts. Field names, ids, times and fixed values stay, as
 * the files could not be read without them; names of events are renamed, or removed with the event.
 */
import { editYaml, readYaml, yamlScalars } from '#src/lib/yaml.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseJson } from '#src/lib/json-object.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { type Facts, parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import { promptTitle, subjectTitle } from '#src/transcript/titles.ts';
import type { TextMatcher } from './text-matcher.ts';

export interface Match {
  /** Replaced wherever it occurs. */
  text: TextMatcher;
  /** Ids of the sessions whose files are deleted. */
  sessions: ReadonlySet<string>;
  /** The events that are deleted, as `<session_id>#e-…`. */
  events: ReadonlySet<string>;
}

/** The new name of an event, as `<session_id>#e-…`: null if it is deleted, the same if it is unchanged. */
export type Renaming = (name: string) => string | null;

/** What the deleted events of a chronicle told. */
export interface DeletedEvents {
  session: string;
  /** The records of the transcript that they come from. */
  records: ReadonlySet<string>;
  /** Their first lines. */
  texts: TextMatcher;
}

/** A field name, or a hash. Any other key is a name that somebody chose. */
const FORMAT_KEY = /^(?:[A-Za-z][A-Za-z_]*|[0-9a-f]{8,})$/;
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;
const EVENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}#[en]-[0-9a-f]{6}(?:-\d+)?$/;
const HASH = /^[0-9a-f]{8,}$/;
const ANY = /^/;

/** The fixed values of a field. Any other value is somebody's text. */
type Fixed = Readonly<Record<string, RegExp>>;

const IDS: Fixed = { session_id: ANY, session: ANY, write: ANY, done: ANY, at: ANY, ended: ANY };

const FIXED: Fixed = {
  ...IDS,
  id: /^[lp]-[0-9a-f]+$/,
  replaced_by: /^p-[0-9a-f]+$/,
  proposal: /^p-[0-9a-f]+$/,
  source: /^(?:retro|seen|backfill)$/,
  action: /^(?:new|strengthen|stale|delete|changed|undo|NEW|STRENGTHEN|STALE\?|DELETE|UNDO)$/,
  state: /^(?:open|approved|skipped|undone)$/,
  dated: /^file$/,
  trigger: /^(?:manual|auto)$/,
  ...{ before: HASH, after: HASH, digest: HASH, salt: HASH, sources: HASH, draft: HASH, made: HASH, hash: HASH },
  event: /^(?:log|summary|tags|[a-z]+(?:-[a-z]+)+)$/,
  code: /^[A-Z][A-Z0-9_]*$/,
  target: /^[a-z]+$/,
  kind: /^[a-z-]+$/,
  run: /^i-[0-9a-f]+$/,
  decisions: /^(?:replace|keep|leave-out)$/,
};

/** Of facts: a text that occurs in an id, a time or the name of a file is not somebody's words. */
const FIXED_FACTS: Fixed = {
  ...IDS,
  ...{ harvested: ANY, file: ANY, folder: ANY, from: ANY, to: ANY, hash: ANY, record: ANY, logged: ANY },
  ...{ event: ANY, source: ANY, kind: ANY, ending: ANY, trigger: ANY, id: ANY },
};

/** A file with one JSON value, in the form that it has. A file that is not JSON is treated as text. */
export function forgetInJson(bytes: string, { text }: Pick<Match, 'text'>, renamed: Renaming): string {
  const value = parseJson(asText(bytes));
  if (value === undefined) return text.replace(bytes);
  const indent = /^[{[]\r?\n/.test(bytes) ? 2 : 0;
  const after = JSON.stringify(forgotten(value, text, FIXED, renamed), null, indent);
  if (after === JSON.stringify(value, null, indent)) return bytes;
  return asBytes(after) + (/\r?\n$/.exec(bytes)?.[0] ?? '');
}

/**
 * A file with one JSON value on each line. A line is deleted if it is of a forgotten session, as in lists of proposals and
 * records of imports but not in histories, or about a file whose name contains the text.
 */
export function forgetInLines(bytes: string, match: Match, renamed: Renaming, isLedger: boolean): string {
  const isOf = (id: unknown) => typeof id === 'string' && match.sessions.has(id);
  return bytes
    .split(/(?<=\n)/)
    .filter((line) => {
      const value = parseJson(asText(line));
      if (!isRecord(value)) return true;
      const { session_id, session, write, done, file } = value;
      const isGone = !isLedger && [session_id, session, write, done].some(isOf);
      return !isGone && !(typeof file === 'string' && match.text.isIn(asBytes(file)));
    })
    .map((line) => forgetInJson(line, match, renamed))
    .join('');
}

/** Facts: null for those of a forgotten session. With an event, what it comes from goes too, and its first line wherever it occurs. */
export function forgetInFacts(
  bytes: string,
  { text, sessions }: Pick<Match, 'text' | 'sessions'>,
  deleted: readonly DeletedEvents[],
  renamed: Renaming,
): string | null {
  const { facts } = parseFacts(asText(bytes));
  if (!facts) return text.replace(bytes);
  const { session_id } = facts.head;
  if (sessions.has(session_id)) return null;
  const events = deleted.filter(({ session }) => session === session_id);
  const evidence = facts.evidence.flatMap((proof) => {
    const name = renamed(`${session_id}#${proof.event}`);
    return name === null ? [] : [{ ...proof, event: name.replace(/^.*#/, '') }];
  });
  const left = events.reduce(withoutRecords, { ...facts, evidence });
  const texts = [text, ...events.map((each) => each.texts)];
  const after = texts.reduce((value, each) => forgotten(value, each, FIXED_FACTS, (name) => name) as Facts, left);
  const written = serializeFacts(after);
  // A file of the same values in another form, such as indented, stays as it is.
  return written === serializeFacts(facts) ? bytes : asBytes(written);
}

/** The session id of a facts file; empty if it cannot be read. */
export function factsSession(bytes: string): string {
  return parseFacts(asText(bytes)).facts?.head.session_id ?? '';
}

/** Facts without the prompts, commits, diffs and found events of these records. */
function withoutRecords(facts: Facts, { records }: DeletedEvents): Facts {
  const gone = ({ record }: { record: string }) => records.has(record);
  const stays = (each: { record: string }) => !gone(each);
  const commits = facts.commits.filter(gone).flatMap(({ subject }) => [subject, subjectTitle(subject)]);
  const prompts = facts.prompts.filter(gone).map(({ text }) => promptTitle(text));
  const [first] = facts.prompts;
  const { prompt = '', commit = '', ...others } = facts.head.titles;
  const keepsPrompt = prompt !== '' && !(first && gone(first)) && !prompts.includes(prompt);
  const keepsCommit = commit !== '' && !commits.includes(commit);
  const titles = { ...others, ...(keepsPrompt && { prompt }), ...(keepsCommit && { commit }) };
  return {
    ...facts,
    head: { ...facts.head, titles },
    prompts: facts.prompts.map((each) => (gone(each) ? { ...each, text: '' } : each)),
    commits: facts.commits.map((each) => (gone(each) ? { ...each, subject: '(forgotten)', body: '' } : each)),
    diffs: facts.diffs.filter(stays),
    found: facts.found.filter(stays),
    excerpts: facts.excerpts.filter(stays),
    evidence: facts.evidence.filter(stays),
  };
}

/** A value without the text. */
function forgotten(value: unknown, text: TextMatcher, fixed: Fixed, renamed: Renaming, under = ''): unknown {
  if (typeof value === 'string') {
    const name = renamed(value);
    if (name === null) return replaced(value, text);
    if (name !== value) return name;
    const isKept = TIME.test(value) || EVENT.test(value) || (Object.hasOwn(fixed, under) && fixed[under]?.test(value));
    return isKept ? value : replaced(value, text);
  }
  if (Array.isArray(value))
    return value
      .filter((item) => typeof item !== 'string' || renamed(item) !== null)
      .map((item) => forgotten(item, text, fixed, renamed, under === 'events' ? under : ''));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([key, item]) => [
    FORMAT_KEY.test(key) ? key : replaced(key, text),
    forgotten(item, text, fixed, renamed, key),
  ]);
  return Object.fromEntries(fields);
}

function replaced(value: string, text: TextMatcher): string {
  const bytes = asBytes(value);
  const after = text.replace(bytes);
  return after === bytes ? value : asText(after);
}

/** The comment at the top of a file with decisions is ours: it stays. */
const OWN_COMMENT = /^# Decisions about findings in this draft: [^\n]*\n(?:# The findings themselves [^\n]*\n)?/;

/** YAML keeps its comments and layout. */
export function forgetInYaml(bytes: string, { text }: Pick<Match, 'text'>, renamed: Renaming): string {
  const found = asText(bytes);
  const { value, problem } = readYaml(found);
  const changes = problem ? [] : yamlNames(value, renamed, []);
  const yaml = changes.length === 0 ? found : editYaml(found, changes);
  const own = OWN_COMMENT.exec(yaml)?.[0].length ?? 0;
  const kept = yamlScalars(yaml).filter(({ isKey, path, value: scalar }) => {
    if (isKey) return FORMAT_KEY.test(scalar);
    const key = String(path.at(-2) === 'decisions' ? 'decisions' : path.at(-1));
    return EVENT.test(scalar) || (Object.hasOwn(FIXED, key) && FIXED[key]?.test(scalar) === true);
  });
  let [after, from] = ['', 0];
  for (const { start, end } of [{ start: 0, end: own }, ...kept]) {
    after += text.replace(asBytes(yaml.slice(from, start))) + asBytes(yaml.slice(start, end));
    from = end;
  }
  return after + text.replace(asBytes(yaml.slice(from)));
}

interface NameChange {
  path: (string | number)[];
  /** Undefined deletes the entry. */
  value: unknown;
}

/** The changes that rename events, and delete list items and keys that name a deleted one; none shifts the path of the next. */
function yamlNames(value: unknown, renamed: Renaming, path: NameChange['path']): NameChange[] {
  if (typeof value === 'string') {
    const name = renamed(value);
    return name === value ? [] : [{ path, value: name ?? undefined }];
  }
  const isGone = (item: unknown) =>
    isRecord(item) && Object.values(item).some((each) => typeof each === 'string' && renamed(each) === null);
  const inside = (item: unknown, key: string | number) =>
    isGone(item) ? [{ path: [...path, key], value: undefined }] : yamlNames(item, renamed, [...path, key]);
  if (Array.isArray(value)) return value.map(inside).reverse().flat();
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]): NameChange[] => {
    const name = renamed(key);
    if (name === key) return inside(item, key);
    const gone = { path: [...path, key], value: undefined };
    return name === null ? [gone] : [gone, { path: [...path, name], value: item }];
  });
}

/** A block quote that ends in a comment with an event's name, or the form of earlier versions, and the empty line below it. */
const CITED =
  /^(?:(?:[ \t]*>[^\n]*\n)*[ \t]*>[ \t]*<!-- event: (\S+) -->|[ \t]*<Event\b[^>\n]*\bid=["']([^"'\n]*)["'][^>\n]*>)[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/gm;
const FRONT_MATTER = /^---\r?\n[\s\S]*?\n---\r?\n/;
const LISTED = /^[ \t]*- ["']?([A-Za-z0-9][\w.-]*)["']?[ \t]*\r?\n/gm;

/** A draft. `anchors` are the new names of mistakes, which are named after their oldest miss, by the old ones. */
export function forgetInDraft(
  bytes: string,
  { text, sessions }: Pick<Match, 'text' | 'sessions'>,
  renamed: Renaming,
  anchors: ReadonlyMap<string, string>,
): string {
  const [head = ''] = FRONT_MATTER.exec(bytes) ?? [];
  const keys = head
    .replace(LISTED, (line, name: string) => (sessions.has(name) ? '' : line))
    .replace(/^([a-z]+:)?([^\n]*\n)/gm, (_, key = '', rest: string) => key + text.replace(rest));
  const body = bytes
    .slice(head.length)
    .replace(CITED, (lines: string, quoted: string | undefined, embedded: string | undefined) => {
      const name = quoted ?? embedded ?? '';
      const after = renamed(name);
      return after === null ? '' : lines.replace(name, () => after);
    })
    .replace(/\bc-[0-9a-f]{8}\b/g, (anchor) => anchors.get(anchor) ?? anchor);
  return keys + text.replace(body);
}
