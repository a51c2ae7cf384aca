import { tagWord } from '#src/format/tags.ts';
import {
  EMPTY_QUERY,
  type ParsedQuery,
  type Query,
  formatQuery,
  parseQuery,
  searchedKindNamed,
  tagNamed,
} from '#src/index/query.ts';
import { readMonth } from '#src/index/days.ts';

/** The filters of the search page; each is a list of the query. */
export const FACETS = ['tag', 'project', 'kind', 'month', 'branch'] as const;
export type Facet = (typeof FACETS)[number];

/** Whether a word from an address or a form names a facet. */
export function isFacet(word: string | undefined): word is Facet {
  return word !== undefined && (FACETS as readonly string[]).includes(word);
}

/**
 * The state of the search page, as its address has it: the text in the box and the filters chosen next to it.
 *
 *     ?q=heredoc+since%3A2026-10&tag=miss&tag=hit&kind=event
 */
export interface SearchState {
  text: string;
  chosen: Choices;
}

type Choices = Record<Facet, readonly string[]>;

export const NO_CHOICES: Choices = { tag: [], project: [], kind: [], branch: [], month: [] };

/** Reads the query string of an address. Values it cannot use are ignored. */
export function readState(search: string): SearchState {
  const params = new URLSearchParams(search);
  const all = (facet: Facet) => params.getAll(facet).filter((value) => value !== '');
  return {
    text: params.get('q') ?? '',
    chosen: {
      tag: all('tag').flatMap((word) => tagNamed(word) ?? []),
      project: all('project'),
      kind: all('kind').flatMap((word) => searchedKindNamed(word) ?? []),
      branch: all('branch'),
      month: all('month').flatMap((word) => readMonth(word) ?? []),
    },
  };
}

/** The query string of a state with its question mark; empty for the initial state. */
export function writeState({ text, chosen }: SearchState): string {
  const params = new URLSearchParams();
  if (text.trim() !== '') params.set('q', text.trim());
  for (const facet of FACETS) for (const value of chosen[facet]) params.append(facet, shortName(facet, value));
  const search = params.toString();
  return search === '' ? '' : `?${search}`;
}

/** The query that the box and the filters make together. */
export function queryOf({ text, chosen }: SearchState): ParsedQuery {
  const { query, problems } = parseQuery(text);
  const joined = (before: readonly string[], values: readonly string[]) => [...new Set([...before, ...values])];
  return {
    query: {
      ...query,
      tags: joined(query.tags, chosen.tag).flatMap((tag) => tagNamed(tag) ?? []),
      projects: joined(query.projects, chosen.project),
      branches: joined(query.branches, chosen.branch),
      months: joined(query.months, chosen.month),
      kinds: joined(query.kinds, chosen.kind).flatMap((kind) => searchedKindNamed(kind) ?? []),
    },
    problems,
  };
}

/** Whether a value of a facet is chosen, in the box or as a filter. */
export function isChosen(query: Query, facet: Facet, value: string): boolean {
  return query[LISTS[facet]].some((chosen) => isSame(chosen, value));
}

/** How many facet values are chosen. */
export function choiceCount(query: Query): number {
  return FACETS.reduce((sum, facet) => sum + query[LISTS[facet]].length, 0);
}

/** Turns a choice on or off. The text in the box changes only if it contradicts the choice. */
export function toggled(state: SearchState, facet: Facet, value: string): SearchState {
  const { query } = parseQuery(state.text);
  const isOn = isChosen(queryOf(state).query, facet, value);
  if (!isOn) return { ...state, chosen: { ...state.chosen, [facet]: [...state.chosen[facet], value] } };
  const list = LISTS[facet];
  const rest = query[list].filter((word: string) => !isSame(word, value));
  const text = rest.length === query[list].length ? state.text : formatQuery({ ...query, [list]: rest });
  return { text, chosen: { ...state.chosen, [facet]: state.chosen[facet].filter((word) => !isSame(word, value)) } };
}

/** The state with its words but without its filters. */
export function withoutFilters({ text }: SearchState): SearchState {
  const { words, phrases, without } = parseQuery(text).query;
  return { text: formatQuery({ ...EMPTY_QUERY, words, phrases, without }), chosen: NO_CHOICES };
}

const LISTS = { tag: 'tags', project: 'projects', kind: 'kinds', branch: 'branches', month: 'months' } as const;

function shortName(facet: Facet, value: string): string {
  const tag = facet === 'tag' ? tagNamed(value) : undefined;
  return tag ? tagWord(tag) : value;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
