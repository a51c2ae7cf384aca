import { normalConcept } from '../format/notebook/concept.ts';
import { SCOPES, TYPES_OF_OBSERVATIONS } from '../format/notebook/observation-kinds.ts';
import { TAGS, tagWord } from '../format/tags.ts';
import { listed } from '../lib/listed.ts';
import { nearestOf } from '../lib/nearest.ts';
import { chunksOf } from './folded-text.ts';
import type { Query, QueryProblem } from './query.ts';
import { readDay, readMonth } from './query-day.ts';
import { isQueryKey, type QueryKey, searchedKindNamed, suggestedTag, tagNamed } from './query-words.ts';
import { RECORD_KINDS } from './record.ts';

export interface ParsedQuery {
  query: Query;
  problems: QueryProblem[];
}

/**
 * Parses a search typed on the command line or in the search box:
 *
 *     heredoc "exact words" -draft tag:miss project:larder kind:narrative since:2026-10 until:2026-10-14
 *
 * Never throws: a value it cannot use is ignored and returned as a problem.
 * Words without a letter, digit or emoji are ignored silently.
 */
export function parseQuery(text: string): ParsedQuery {
  const additions: Addition[] = [];
  const problems: QueryProblem[] = [];
  for (const token of tokensOf(text)) {
    const read = token.key === null ? readText(token) : readValue(token.key, token);
    if ('message' in read) problems.push({ word: token.typed, ...read });
    else additions.push(read);
  }
  return { query: sumOf(additions), problems };
}

type Read = Addition | Omit<QueryProblem, 'word'>;
/** What a token adds to the query: lists are joined, dates replaced. */
type Addition = Partial<Query>;

function readText({ value, without, quoted }: QueryToken): Addition {
  const chunks = chunksOf(value).filter((chunk) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(chunk));
  const texts = quoted && chunks.length > 0 ? [chunks.join(' ')] : chunks;
  if (without) return { without: texts };
  return quoted ? { phrases: texts } : { words: texts };
}

function readValue(key: QueryKey, token: QueryToken): Read {
  const value = token.value.trim();
  if (token.without) return refusal('A dash can only exclude words and "exact words".');
  if (value === '') return refusal(`${key}: has no value. ${FORMS[key]}`);
  return READERS[key](value) ?? refusedValue(key, value);
}

const READERS: Record<QueryKey, (value: string) => Addition | undefined> = {
  tag: (value) => defined(tagNamed(value), (tag) => ({ tags: [tag] })),
  project: (value) => ({ projects: [value] }),
  branch: (value) => ({ branches: [value] }),
  task: (value) => ({ tasks: [value] }),
  session: (value) => ({ sessions: [value] }),
  on: (value) => ({ machines: [value] }),
  from: (value) => ({ systems: [value] }),
  kind: (value) => defined(searchedKindNamed(value), (kind) => ({ kinds: [kind] })),
  concept: (value) => defined(normalConcept(value) || undefined, (concept) => ({ concepts: [concept] })),
  type: (value) => defined(named(value, TYPES_OF_OBSERVATIONS), (type) => ({ types: [type] })),
  scope: (value) => defined(named(value, SCOPES), (scope) => ({ scopes: [scope] })),
  month: (value) => defined(readMonth(value), (month) => ({ months: [month] })),
  since: (value) => defined(readDay(value), (since) => ({ since })),
  until: (value) => defined(readDay(value), (until) => ({ until })),
};

function defined<Value>(value: Value | undefined, use: (value: Value) => Addition): Addition | undefined {
  return value === undefined ? undefined : use(value);
}

function named<Word extends string>(value: string, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value.toLowerCase());
}

/** The words that a key takes, if it takes no others. */
const WORDS: Partial<Record<QueryKey, readonly string[]>> = {
  kind: RECORD_KINDS,
  type: TYPES_OF_OBSERVATIONS,
  scope: SCOPES,
};

function refusedValue(key: QueryKey, value: string): Read {
  const nearest = key === 'tag' ? suggestedTag(value) : nearestOf(value, WORDS[key] ?? []);
  const suggestion = nearest === undefined ? null : `${key}:${nearest}`;
  return refusal(
    `${key}:${value} is not valid. ${suggestion ? `Did you mean ${suggestion}?` : FORMS[key]}`,
    suggestion,
  );
}

function refusal(message: string, suggestion: string | null = null): Read {
  return { message, suggestion };
}

function sumOf(additions: readonly Addition[]): Query {
  const all = <Item>(pick: (addition: Addition) => readonly Item[] | undefined) => [
    ...new Set(additions.flatMap((addition) => pick(addition) ?? [])),
  ];
  const last = <Item>(pick: (addition: Addition) => Item | null | undefined) =>
    additions.map(pick).findLast((item) => item !== undefined) ?? null;
  return {
    words: all(({ words }) => words),
    phrases: all(({ phrases }) => phrases),
    without: all(({ without }) => without),
    tags: all(({ tags }) => tags),
    projects: all(({ projects }) => projects),
    branches: all(({ branches }) => branches),
    tasks: all(({ tasks }) => tasks),
    sessions: all(({ sessions }) => sessions),
    machines: all(({ machines }) => machines),
    systems: all(({ systems }) => systems),
    months: all(({ months }) => months),
    concepts: all(({ concepts }) => concepts),
    types: all(({ types }) => types),
    scopes: all(({ scopes }) => scopes),
    since: last(({ since }) => since),
    until: last(({ until }) => until),
    kinds: all(({ kinds }) => kinds),
  };
}

/** What to write after a key, for a value that is missing or unknown. */
const FORMS: Record<QueryKey, string> = {
  tag: `Use ${listed(TAGS.map(tagWord), 'or')}.`,
  kind: `Use ${listed(RECORD_KINDS, 'or')}.`,
  project: 'Use the name of a project.',
  branch: 'Use the name of a branch.',
  task: 'Use a task such as ABC-123.',
  session: "Use a session's file name without .md.",
  on: 'Use the name of an archive in "roots" of config.json, such as laptop.',
  from: 'Use the name of a system that was imported, such as claude-mem.',
  concept: 'Use a concept of observations such as caching.',
  type: `Use ${listed(TYPES_OF_OBSERVATIONS, 'or')}.`,
  scope: `Use ${listed(SCOPES, 'or')}.`,
  month: 'Use a month such as 2026-10.',
  since: 'Use a year, month or day such as 2026-10 or 2026-10-14.',
  until: 'Use a year, month or day such as 2026-10 or 2026-10-14.',
};

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
