/**
 * A search is the same on the command line and the search page. What somebody typed becomes a Query (`parse-query.ts`),
 * and sessions become records (`records-of.ts`). A record matches by its facets (`facets.ts`) and words (`words.ts`), and
 * is shown with an excerpt (`excerpt.ts`). The command line looks through all records (`search-records.ts`); the page
 * counts in a table of them (`search-table.ts`) and has Pagefind find the text (`src/node/search`).
 */
import { type Tag, tagWord } from '../chronicle/tags.ts';
import { isQueryKey } from './query-words.ts';
import type { RecordKind } from './record.ts';

/** What somebody looks for. Everything named has to hold; of several values of one key, one has to. */
export interface Query {
  /** Words as they were typed; each has to begin a word of the text. */
  words: readonly string[];
  /** Words that have to stand in this order; as typed, without the quotes. */
  phrases: readonly string[];
  /** Words, or words in order, that must not stand in the text. */
  without: readonly string[];
  tags: readonly Tag[];
  projects: readonly string[];
  branches: readonly string[];
  tasks: readonly string[];
  /** Sessions' names in their projects. */
  sessions: readonly string[];
  /** `YYYY-MM` */
  months: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, both inclusive. */
  since: string | null;
  until: string | null;
  /** Kinds are never counted together, so there is always one; null stands for events. */
  kind: RecordKind | null;
}

/** A query word that could not be taken; the rest of the query holds. */
export interface QueryProblem {
  /** The word as it was typed. */
  word: string;
  /** What is wrong and what to do, in whole sentences. */
  message: string;
  /** The word that was most likely meant. */
  suggestion: string | null;
}

export const EMPTY_QUERY: Query = {
  words: [],
  phrases: [],
  without: [],
  tags: [],
  projects: [],
  branches: [],
  tasks: [],
  sessions: [],
  months: [],
  since: null,
  until: null,
  kind: null,
};

/** Whether the query looks at the text of records. */
export function hasText({ words, phrases, without }: Query): boolean {
  return words.length + phrases.length + without.length > 0;
}

/** Whether the query asks for nothing at all; a kind alone is no question. */
export function isEmpty(query: Query): boolean {
  const { tags, projects, branches, tasks, sessions, months, since, until } = query;
  const lists = [tags, projects, branches, tasks, sessions, months];
  return !hasText(query) && lists.every(({ length }) => length === 0) && since === null && until === null;
}

/**
 * A query as it would be typed; reading it again gives the same query. Text comes first, then what
 * narrows it.
 */
export function formatQuery(query: Query): string {
  return [
    ...query.words,
    ...query.phrases.map((phrase) => `"${phrase}"`),
    ...query.without.map((text) => `-${needsQuotes(text) ? `"${text}"` : text}`),
    ...query.tags.map((tag) => `tag:${tagWord(tag)}`),
    ...query.projects.map((name) => `project:${quoted(name)}`),
    ...query.branches.map((name) => `branch:${quoted(name)}`),
    ...query.tasks.map((task) => `task:${quoted(task)}`),
    ...query.sessions.map((name) => `session:${quoted(name)}`),
    ...query.months.map((month) => `month:${month}`),
    ...(query.since === null ? [] : [`since:${query.since}`]),
    ...(query.until === null ? [] : [`until:${query.until}`]),
    ...(query.kind === null ? [] : [`kind:${query.kind}`]),
  ].join(' ');
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

function needsQuotes(text: string): boolean {
  const key = /^([A-Za-z]+):/.exec(text)?.[1]?.toLowerCase();
  return /\s/.test(text) || text.startsWith('-') || (key !== undefined && isQueryKey(key));
}
