/**
 * What somebody searches for. `parse-query.ts` makes it of typed text; the index asks by it (`filters.ts`, `ranking.ts`), and so does
 * the search page.
 */
import type { ObservationType, Scope } from '../format/notebook/observation-kinds.ts';
import { type Tag, tagWord } from '../format/tags.ts';
import { isQueryKey } from './query-words.ts';
import { isRecordKind, KIND_FACTS, type SearchedKind } from './record.ts';

/** A parsed search. A record must match every key that has values, and one value of each. */
export interface Query {
  /** Words as typed; each must be the beginning of a word in the text. */
  words: readonly string[];
  /** Exact phrases as typed, without the quotes. */
  phrases: readonly string[];
  /** Words or phrases that must not occur. */
  without: readonly string[];
  tags: readonly Tag[];
  projects: readonly string[];
  branches: readonly string[];
  tasks: readonly string[];
  /** Session names. */
  sessions: readonly string[];
  /** Names of machines or people, from the settings. */
  machines: readonly string[];
  /** Names of other systems that were imported. */
  systems: readonly string[];
  /** `YYYY-MM` */
  months: readonly string[];
  /** Of observations, as `normalConcept` writes them. */
  concepts: readonly string[];
  types: readonly ObservationType[];
  scopes: readonly Scope[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, both inclusive. */
  since: string | null;
  until: string | null;
  /** Empty for all kinds. */
  kinds: readonly SearchedKind[];
}

/** A query word that was ignored; the rest of the query still applies. */
export interface QueryProblem {
  /** The word as typed. */
  word: string;
  /** What is wrong and what to do, in whole sentences. */
  message: string;
  /** A replacement for the word. */
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
  machines: [],
  systems: [],
  months: [],
  concepts: [],
  types: [],
  scopes: [],
  since: null,
  until: null,
  kinds: [],
};

/** Whether the query contains words or phrases. */
export function hasText({ words, phrases, without }: Query): boolean {
  return words.length + phrases.length + without.length > 0;
}

/** Whether the query has neither words nor filters. */
export function isEmpty(query: Query): boolean {
  return !hasText(query) && !hasFilters(query);
}

/** Whether the query has anything but words and phrases. */
export function hasFilters(query: Query): boolean {
  const { tags, projects, branches, tasks, sessions, machines, systems, months, kinds, since, until } = query;
  const lists = [
    tags,
    projects,
    branches,
    tasks,
    sessions,
    machines,
    systems,
    months,
    kinds,
    ...observationFilters(query),
  ];
  return lists.some(({ length }) => length > 0) || since !== null || until !== null;
}

/** The filters that only observations pass. */
function observationFilters({ concepts, types, scopes }: Query): (readonly string[])[] {
  return [concepts, types, scopes];
}

/** Whether a record is of a kind that the query asks for. */
export function admitsKind(query: Query, kind: SearchedKind): boolean {
  if (query.kinds.length > 0) return query.kinds.includes(kind);
  return hasText(query) || isAboutObservations(query) || (isRecordKind(kind) && !KIND_FACTS[kind].needsWords);
}

/** Whether a query has filters that only observations pass. */
export function isAboutObservations(query: Query): boolean {
  return observationFilters(query).some(({ length }) => length > 0);
}

/** A query as it would be typed, words first, then filters. Parsing it gives the same query. */
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
    ...query.machines.map((name) => `on:${quoted(name)}`),
    ...query.systems.map((name) => `from:${quoted(name)}`),
    ...query.concepts.map((concept) => `concept:${quoted(concept)}`),
    ...query.types.map((type) => `type:${type}`),
    ...query.scopes.map((scope) => `scope:${scope}`),
    ...query.months.map((month) => `month:${month}`),
    ...(query.since === null ? [] : [`since:${query.since}`]),
    ...(query.until === null ? [] : [`until:${query.until}`]),
    ...query.kinds.map((kind) => `kind:${kind}`),
  ].join(' ');
}

/** A value as it is typed after a key. */
export function quoted(value: string): string {
  return /\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

function needsQuotes(text: string): boolean {
  const key = /^([A-Za-z]+):/.exec(text)?.[1]?.toLowerCase();
  return /\s/.test(text) || text.startsWith('-') || (key !== undefined && isQueryKey(key));
}
