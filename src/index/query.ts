/**
 * What somebody searches for: a query, read from typed text and written as such. The index asks by it (`ranking.ts`),
 * and so does the search page.
 *
 *     heredoc "exact words" -draft tag:miss project:larder kind:narrative since:2026-10 until:2026-10-14
 */
import { normalConcept } from '#src/format/notebook/concept.ts';
import {
  type ObservationType,
  type Scope,
  SCOPES,
  TYPES_OF_OBSERVATIONS,
} from '#src/format/notebook/observation-kinds.ts';
import { isTag, nearestTag, type Tag, TAGS, tagWord } from '#src/format/tags.ts';
import { listed } from '#src/lib/listed.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { readDay, readMonth } from './days.ts';
import { chunksOf } from './words.ts';
import { isRecordKind, KIND_FACTS, kindWords, NAMED_KINDS, RECORD_KINDS, type SearchedKind } from './record.ts';

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
  /** Of observations, as `normalConcept` writes them. */
  concepts: readonly string[];
  types: readonly ObservationType[];
  scopes: readonly Scope[];
  /** `YYYY-MM` */
  months: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, both inclusive. */
  since: string | null;
  until: string | null;
  /** Empty for all kinds. */
  kinds: readonly SearchedKind[];
}

type Lists = Omit<Query, 'since' | 'until'>;
const TEXTS = ['words', 'phrases', 'without'] as const;

/** A key that can stand before a colon, with the field of the query that its values go to. */
interface Key {
  field: Exclude<keyof Lists, (typeof TEXTS)[number]> | 'since' | 'until';
  /** Undefined for a value that is not valid. */
  read(value: string): string | undefined;
  /** What to write after it, for a value that is missing or unknown. */
  form: string;
  /** The words that it takes, if it takes no others. */
  words?: readonly string[];
  /** How a value is typed, if not as it is. */
  typed?(value: string): string;
}

const any = (value: string) => value;
const oneOf = (words: readonly string[]) => (value: string) => words.find((word) => word === value.toLowerCase());
const DAY = 'Use a year, month or day such as 2026-10 or 2026-10-14.';

/** Any other word before a colon is plain text: `http://…`, `foo:bar`. */
const KEYS = {
  tag: {
    field: 'tags',
    read: tagNamed,
    form: `Use ${listed(TAGS.map(tagWord), 'or')}.`,
    typed: (tag) => tagWord(tag as Tag),
  },
  project: { field: 'projects', read: any, form: 'Use the name of a project.' },
  branch: { field: 'branches', read: any, form: 'Use the name of a branch.' },
  task: { field: 'tasks', read: any, form: 'Use a task such as ABC-123.' },
  session: { field: 'sessions', read: any, form: "Use a session's file name without .md." },
  on: {
    field: 'machines',
    read: any,
    form: 'Use the name of an archive in "roots" of config.json, such as laptop.',
  },
  from: { field: 'systems', read: any, form: 'Use the name of a system that was imported, such as claude-mem.' },
  concept: {
    field: 'concepts',
    read: (value) => normalConcept(value) || undefined,
    form: 'Use a concept of observations such as caching.',
  },
  type: {
    field: 'types',
    read: oneOf(TYPES_OF_OBSERVATIONS),
    form: `Use ${listed(TYPES_OF_OBSERVATIONS, 'or')}.`,
    words: TYPES_OF_OBSERVATIONS,
  },
  scope: { field: 'scopes', read: oneOf(SCOPES), form: `Use ${listed(SCOPES, 'or')}.`, words: SCOPES },
  month: { field: 'months', read: readMonth, form: 'Use a month such as 2026-10.' },
  since: { field: 'since', read: readDay, form: DAY },
  until: { field: 'until', read: readDay, form: DAY },
  kind: {
    field: 'kinds',
    read: searchedKindNamed,
    form: `Use ${listed(RECORD_KINDS, 'or')}.`,
    words: RECORD_KINDS,
  },
} satisfies Record<string, Key>;

type QueryKey = keyof typeof KEYS;

const ALL_KEYS = Object.entries(KEYS) as [QueryKey, Key][];

/** The keys whose values only observations have. */
const OF_OBSERVATIONS = ['concepts', 'types', 'scopes'] as const;

export const EMPTY_QUERY: Query = {
  ...Object.fromEntries(TEXTS.map((field) => [field, []])),
  ...Object.fromEntries(ALL_KEYS.map(([, { field }]) => [field, field === 'since' || field === 'until' ? null : []])),
} as unknown as Query;

/** Whether the query contains words or phrases. */
export function hasText(query: Query): boolean {
  return TEXTS.some((field) => query[field].length > 0);
}

/** Whether the query has anything but words and phrases. */
export function hasFilters(query: Query): boolean {
  return ALL_KEYS.some(([, { field }]) => (query[field]?.length ?? 0) > 0);
}

/** Whether the query has neither words nor filters. */
export function isEmpty(query: Query): boolean {
  return !hasText(query) && !hasFilters(query);
}

/** Whether a query has filters that only observations pass. */
export function isAboutObservations(query: Query): boolean {
  return OF_OBSERVATIONS.some((field) => query[field].length > 0);
}

/** Whether a record is of a kind that the query asks for. */
export function admitsKind(query: Query, kind: SearchedKind): boolean {
  if (query.kinds.length > 0) return query.kinds.includes(kind);
  return hasText(query) || isAboutObservations(query) || (isRecordKind(kind) && !KIND_FACTS[kind].needsWords);
}

/** A query as it would be typed, words first, then filters. Parsing it gives the same query. */
export function formatQuery(query: Query): string {
  return [
    ...query.words,
    ...query.phrases.map((phrase) => `"${phrase}"`),
    ...query.without.map((text) => `-${needsQuotes(text) ? `"${text}"` : text}`),
    ...ALL_KEYS.flatMap(([key, { field, typed = quoted }]) =>
      [query[field] ?? []].flat().map((value) => `${key}:${typed(value)}`),
    ),
  ].join(' ');
}

/** A value as it is typed after a key. */
function quoted(value: string): string {
  return /\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

function needsQuotes(text: string): boolean {
  const key = /^([A-Za-z]+):/.exec(text)?.[1]?.toLowerCase();
  return /\s/.test(text) || text.startsWith('-') || (key !== undefined && isQueryKey(key));
}

function isQueryKey(word: string): word is QueryKey {
  return Object.hasOwn(KEYS, word);
}

/** The tag with this long or short name, ignoring case. */
function tagNamed(word: string): Tag | undefined {
  const long = word.toUpperCase();
  return isTag(long) ? long : TAGS.find((tag) => tagWord(tag) === word.toLowerCase());
}

/** Why a query cannot be asked of the index, in which nothing has only a name; null if it can. */
export function onlyOnSite({ kinds }: Query): string | null {
  const named = kinds.find((kind) => !isRecordKind(kind));
  if (!named) return null;
  return `Only the site's search page finds ${kindWords(named)}; for files there is also chronicle list --file.`;
}

/** The kind of record or name with this singular or plural name, ignoring case. */
export function searchedKindNamed(word: string): SearchedKind | undefined {
  const lower = word.toLowerCase();
  return [...RECORD_KINDS, ...NAMED_KINDS].find((kind) => [kind, `${kind}s`, kindWords(kind)].includes(lower));
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

interface ParsedQuery {
  query: Query;
  problems: QueryProblem[];
}

/**
 * Parses a search typed on the command line or in the search box. Never throws: a value it cannot use is ignored and returned as a
 * problem. Words without a letter, digit or emoji are ignored silently.
 */
export function parseQuery(text: string): ParsedQuery {
  const fields: Record<string, unknown> = { ...EMPTY_QUERY };
  const problems: QueryProblem[] = [];
  const add = (field: keyof Query, values: readonly string[]) => {
    const known = fields[field];
    if (Array.isArray(known)) fields[field] = [...new Set([...known, ...values])];
    else fields[field] = values.at(-1) ?? known;
  };
  for (const token of tokensOf(text)) {
    const { key, value, without, quoted, typed } = token;
    if (key === null) {
      const chunks = chunksOf(value).filter((chunk) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(chunk));
      const texts = quoted && chunks.length > 0 ? [chunks.join(' ')] : chunks;
      add(without ? 'without' : quoted ? 'phrases' : 'words', texts);
      continue;
    }
    const read = readValue(key, token);
    if (typeof read === 'string') add(KEYS[key].field, [read]);
    else problems.push({ word: typed, ...read });
  }
  return { query: fields as unknown as Query, problems };
}

/** The value of a filter, or what is wrong with it. */
function readValue(key: QueryKey, token: QueryToken): string | Omit<QueryProblem, 'word'> {
  const { read, form, words = [] }: Key = KEYS[key];
  const value = token.value.trim();
  if (token.without) return { message: 'A dash can only exclude words and "exact words".', suggestion: null };
  if (value === '') return { message: `${key}: has no value. ${form}`, suggestion: null };
  const found = read(value);
  if (found !== undefined) return found;
  const nearest = key === 'tag' ? suggestedTag(value) : nearestOf(value, words);
  const suggestion = nearest === undefined ? null : `${key}:${nearest}`;
  return { message: `${key}:${value} is not valid. ${suggestion ? `Did you mean ${suggestion}?` : form}`, suggestion };
}

/** The short name of the tag that is spelled most like the word. */
function suggestedTag(word: string): string | undefined {
  const nearest = nearestTag(word);
  return nearest ? tagWord(nearest) : nearestOf(word, TAGS.map(tagWord));
}

/** `word`, `"exact words"`, `-word`, `tag:miss` or `branch:"a b"`. */
interface QueryToken {
  typed: string;
  /** Whether it starts with a dash; `--force` is a word. */
  without: boolean;
  /** The part before the colon, if it is a query key. */
  key: QueryKey | null;
  value: string;
  quoted: boolean;
}

const TOKEN = /\s*(-(?!-))?(?:([A-Za-z]+):)?(?:"([^"]*)(?:"|$)|(\S+))?/y;

/** Splits the typed text. An unclosed quote reaches to the end; typographic quotes count as quotes. */
function tokensOf(text: string): QueryToken[] {
  const plain = text
    .replace(/[“”„]/g, '"')
    .replace(/[\u0085\u200b\u2060]/g, ' ')
    .trimEnd();
  const tokens: QueryToken[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < plain.length) {
    const [typed = '', dash, word = '', quoted, bare] = pattern.exec(plain) ?? [];
    if (typed === '') break;
    const key = word.toLowerCase();
    const value = quoted ?? bare ?? '';
    const common = { typed: typed.trimStart(), without: dash !== undefined, quoted: quoted !== undefined };
    tokens.push(
      isQueryKey(key)
        ? { ...common, key, value }
        : { ...common, key: null, value: word === '' ? value : `${word}:${value}` },
    );
  }
  return tokens;
}

/** The names that an archive has. A query names a project by its slug, and people also know the name that pages show. */
interface KnownNames {
  projects(): readonly { slug: string; name: string }[];
  names(of: 'branch' | 'task' | 'session' | 'machine' | 'from'): readonly string[];
}

/** The names in a query that do not exist in the archive, each with one that begins alike or is spelled almost alike. */
export function unknownNames(query: Query, known: KnownNames): QueryProblem[] {
  const asked = [
    ['project', 'project', query.projects, () => known.projects().map(({ slug }) => slug)],
    ['branch', 'branch', query.branches, () => known.names('branch')],
    ['task', 'task', query.tasks, () => known.names('task')],
    ['session', 'session', query.sessions, () => known.names('session')],
    ['on', 'archive', query.machines, () => known.names('machine')],
    ['from', 'imported system', query.systems, () => known.names('from')],
  ] as const;
  const folded = (name: string) => name.normalize('NFC').toLowerCase();
  return asked.flatMap(([key, thing, wanted, namesOf]) => {
    const names = wanted.length === 0 ? [] : namesOf().filter((name) => name !== '');
    const isKnown = (name: string) => names.some((each) => folded(each) === folded(name));
    return wanted
      .filter((name) => !isKnown(name))
      .map((name): QueryProblem => {
        const projects = key === 'project' ? known.projects() : [];
        const begins = (each: string) => folded(each).startsWith(folded(name));
        const similar =
          projects.find((project) => begins(project.name))?.slug ?? names.find(begins) ?? nearestOf(name, names);
        const suggestion = similar === undefined ? null : `${key}:${quoted(similar)}`;
        const question = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
        return { word: `${key}:${quoted(name)}`, message: `No ${thing} is called ${name}.${question}`, suggestion };
      });
  });
}
