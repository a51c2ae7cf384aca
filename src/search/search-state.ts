import { tagWord } from '../chronicle/tags.ts';
import { FACETS, type Facet } from './facets.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { EMPTY_QUERY, formatQuery, type Query } from './query.ts';
import { readMonth } from './query-day.ts';
import { kindNamed, tagNamed } from './query-words.ts';

/**
 * What the search page shows, as its address holds it: what stands in the box, and what is chosen beside it.
 *
 *     ?q=heredoc+since%3A2026-10&tag=miss&tag=hit&kind=event
 */
export interface SearchState {
  text: string;
  chosen: Choices;
}

export type Choices = Record<Facet, readonly string[]>;

export const NO_CHOICES: Choices = { tag: [], project: [], kind: [], branch: [], month: [] };

/** Reads the query string of an address. What it cannot use is left out. */
export function readState(search: string): SearchState {
  const params = new URLSearchParams(search);
  const all = (facet: Facet) => params.getAll(facet).filter((value) => value !== '');
  return {
    text: params.get('q') ?? '',
    chosen: {
      tag: all('tag').flatMap((word) => tagNamed(word) ?? []),
      project: all('project'),
      kind: all('kind')
        .flatMap((word) => kindNamed(word) ?? [])
        .slice(-1),
      branch: all('branch'),
      month: all('month').flatMap((word) => readMonth(word) ?? []),
    },
  };
}

/** The query string for a state, with its question mark; empty if there is nothing to say. */
export function writeState({ text, chosen }: SearchState): string {
  const params = new URLSearchParams();
  if (text.trim() !== '') params.set('q', text.trim());
  for (const facet of FACETS) for (const value of chosen[facet]) params.append(facet, shortName(facet, value));
  const search = params.toString();
  return search === '' ? '' : `?${search}`;
}

/** The query of the box and the choices together. */
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
      kind: chosen.kind[0] === undefined ? query.kind : withoutDefault(kindNamed(chosen.kind[0])),
    },
    problems,
  };
}

/** Whether a value of a facet is chosen, in the box or beside it. */
export function isChosen(query: Query, facet: Facet, value: string): boolean {
  return valuesOf(query, facet).some((chosen) => isSame(chosen, value));
}

/** How many values are chosen; events, which are always found without a choice, do not count. */
export function choiceCount(query: Query): number {
  const kinds = query.kind === null ? 0 : 1;
  return query.tags.length + query.projects.length + query.branches.length + query.months.length + kinds;
}

/** Chooses a value that is not chosen, and the other way round. What stands in the box is changed only if it says the opposite. */
export function toggled(state: SearchState, facet: Facet, value: string): SearchState {
  const { query } = parseQuery(state.text);
  const isOn = isChosen(queryOf(state).query, facet, value);
  if (facet === 'kind') {
    const text = query.kind === null ? state.text : formatQuery({ ...query, kind: null });
    return { text, chosen: { ...state.chosen, kind: value === 'event' ? [] : [value] } };
  }
  if (!isOn) return { ...state, chosen: { ...state.chosen, [facet]: [...state.chosen[facet], value] } };
  const list = LISTS[facet];
  const rest = query[list].filter((word) => !isSame(word, value));
  const text = rest.length === query[list].length ? state.text : formatQuery({ ...query, [list]: rest });
  return { text, chosen: { ...state.chosen, [facet]: state.chosen[facet].filter((word) => !isSame(word, value)) } };
}

/** The state with nothing left but the words to look for. */
export function withoutFilters({ text }: SearchState): SearchState {
  const { words, phrases, without } = parseQuery(text).query;
  return { text: formatQuery({ ...EMPTY_QUERY, words, phrases, without }), chosen: NO_CHOICES };
}

const LISTS = { tag: 'tags', project: 'projects', branch: 'branches', month: 'months' } as const;

function valuesOf(query: Query, facet: Facet): readonly string[] {
  return facet === 'kind' ? [query.kind ?? 'event'] : query[LISTS[facet]];
}

function withoutDefault(kind: ReturnType<typeof kindNamed>): Query['kind'] {
  return kind === undefined || kind === 'event' ? null : kind;
}

function shortName(facet: Facet, value: string): string {
  const tag = facet === 'tag' ? tagNamed(value) : undefined;
  return tag ? tagWord(tag) : value;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
