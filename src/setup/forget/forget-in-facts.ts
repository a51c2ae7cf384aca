import { type Facts, parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import { promptTitle, subjectTitle } from '#src/transcript/titles.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { bytesOf, textOf } from './bytes.ts';
import type { Match, Renaming } from './match.ts';
import type { TextMatcher } from './text-matcher.ts';

/** What the deleted events of a chronicle told: the records they come from, and their first lines. */
export interface DeletedEvents {
  session: string;
  records: ReadonlySet<string>;
  texts: TextMatcher;
  /** Their first lines, also short ones. */
  lines: ReadonlySet<string>;
}

interface FactsMatch extends Pick<Match, 'text' | 'sessions'> {
  /** The deleted events, by session. */
  deleted: readonly DeletedEvents[];
}

/** Values that are ids, times or names of files; a text that occurs in one of them is not somebody's words. */
const FIXED = new Set([
  'session_id',
  'harvested',
  'file',
  'folder',
  'at',
  'from',
  'to',
  'hash',
  'record',
  'logged',
  'event',
  'source',
  'kind',
  'ending',
  'trigger',
]);

/**
 * Removes the match from a facts file: null for the facts of a forgotten session. With an event, the prompt, commit and
 * diff that it comes from go too, and its first line wherever it occurs. A file that cannot be read is treated as text.
 */
export function forgetInFacts(
  bytes: string,
  { text, sessions, deleted }: FactsMatch,
  renamed: Renaming,
): string | null {
  const { facts } = parseFacts(textOf(bytes));
  if (!facts) return text.replace(bytes);
  const { session_id } = facts.head;
  if (sessions.has(session_id)) return null;
  const events = deleted.filter(({ session }) => session === session_id);
  const left = events.reduce(withoutEvents, withNames(facts, renamed));
  const texts = [text, ...events.map((each) => each.texts)];
  const after = serializeFacts(texts.reduce((value, matcher) => forgotten(value, matcher, ''), left));
  // A file of the same values in another form, such as indented, stays as it is.
  return after === serializeFacts(facts) ? bytes : bytesOf(after);
}

/** The session id of a facts file; empty if it cannot be read. */
export function factsSession(bytes: string): string {
  return parseFacts(textOf(bytes)).facts?.head.session_id ?? '';
}

/** The session's new id, and the new ids of events in evidence. */
function withNames(facts: Facts, renamed: Renaming): Facts {
  const { head, evidence } = facts;
  const names = evidence.map((proof) => ({ proof, name: renamed(`${head.session_id}#${proof.event}`) }));
  return {
    ...facts,
    head: { ...head, session_id: renamed(head.session_id) ?? head.session_id },
    evidence: names.flatMap(({ proof, name }) =>
      name === null ? [] : [{ ...proof, event: name.replace(/^.*#/, '') }],
    ),
  };
}

function withoutEvents(facts: Facts, { records }: DeletedEvents): Facts {
  const { titles } = facts.head;
  const gone = ({ record }: { record: string }) => records.has(record);
  const commits = facts.commits.filter(gone).flatMap(({ subject }) => [subject, subjectTitle(subject)]);
  const prompts = facts.prompts.filter(gone).map(({ text }) => promptTitle(text));
  const isFirst = facts.prompts[0] !== undefined && gone(facts.prompts[0]);
  const { prompt = '', commit = '', ...others } = titles;
  return {
    ...facts,
    head: {
      ...facts.head,
      titles: {
        ...others,
        ...(prompt === '' || isFirst || prompts.includes(prompt) ? {} : { prompt }),
        ...(commit === '' || commits.includes(commit) ? {} : { commit }),
      },
    },
    prompts: facts.prompts.map((prompt) => (gone(prompt) ? { ...prompt, text: '' } : prompt)),
    commits: facts.commits.map((commit) => (gone(commit) ? { ...commit, subject: '(forgotten)', body: '' } : commit)),
    diffs: facts.diffs.filter((diff) => !gone(diff)),
    found: facts.found.filter((event) => !gone(event)),
    excerpts: facts.excerpts.filter((excerpt) => !gone(excerpt)),
    evidence: facts.evidence.filter((proof) => !gone(proof)),
  };
}

/** The same value if nothing in it matches. */
function forgotten<Value>(value: Value, text: TextMatcher, key: string): Value;
function forgotten(value: unknown, text: TextMatcher, key: string): unknown {
  if (typeof value === 'string') return FIXED.has(key) ? value : replaced(value, text);
  if (Array.isArray(value)) {
    const items = value.map((item) => forgotten(item, text, key));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, forgotten(item, text, name)] as const);
  return entries.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(entries);
}

function replaced(value: string, text: TextMatcher): string {
  const bytes = bytesOf(value);
  const after = text.replace(bytes);
  return after === bytes ? value : textOf(after);
}
