/**
 * Search in the browser, by Pagefind: it finds and ranks pages, and `site/model/found-session.ts` divides them into parts.
 *
 *     const engine = await openEngine();
 *     const findings = await engine.find(query);
 */

import { type FoundPage, type Fragment, foundPage, hasTerm, rankedPages, termsOf } from '#site/model/found-session.ts';
import { FACETS, type Facet } from '#site/model/search-state.ts';
import { dividedWords } from '#src/index/folded-text.ts';
import { type Query, type QueryProblem, unknownNames } from '#src/index/query.ts';

/** Why search is not available, in whole sentences. */
export class SearchRefusal extends Error {}

/** What a search found. */
export interface Findings {
  /** The first pages with a part that passes the query, best first. */
  pages: FoundPage[];
  /** Whether they have all words of the query; otherwise those with the rarest of them. */
  haveAll: boolean;
  /** How many pages Pagefind found. Fewer may have a part that passes. */
  total: number;
  /** Whether `total` is exact: no filter is left that only parts pass. */
  isExact: boolean;
  /** How many pages each choice would find. */
  counts: Record<Facet, Map<string, number>>;
  /** Words of the query that no page has. */
  missing: string[];
  /** The next pages; empty if there are no more. */
  more(): Promise<FoundPage[]>;
}

/** The values that pages have, by filter. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const BASE = '/pagefind/';
const NOT_BUILT =
  'The search index has not been built. Run chronicle build without --no-search, or open the site with chronicle dev, which builds the index itself.';
/** Pages to read at once: those that are ordered by what their parts have. */
const BATCH = 30;
/** Without a page that passes, at most so many are read. */
const MOST_READ = 300;
/** Words of a query without a result that are looked up alone, and pages read for each to see whether they have it. */
const MOST_ALONE = 10;
const READ_FOR_WORD = 3;

type Filters = Record<string, { any: string[] }>;
type Counts = Record<string, Record<string, number>>;

interface Result {
  id: string;
  /** Its `weighted_locations` are those of the search whose data was asked for last. */
  data(): Promise<Fragment>;
}

interface Answer {
  results: Result[];
  filters: Counts;
}

/** The part of Pagefind's API that is used. */
interface Pagefind {
  options(options: { ranking?: Record<string, number>; excerptLength?: number }): Promise<void>;
  mergeIndex(path: string): Promise<void>;
  filters(): Promise<Counts>;
  search(term: string | null, options: { filters: Filters; sort?: Record<string, 'desc'> }): Promise<Answer>;
}

/** The index of an archive without a page. */
const NOTHING: Pick<Pagefind, 'search'> = { search: async () => ({ results: [], filters: {} }) };

/** Opens the index. Throws a SearchRefusal if it is missing or could not be made. */
export async function openEngine(): Promise<SearchEngine> {
  const [first, ...others] = await readIndexes();
  if (first === undefined) return new SearchEngine(NOTHING, {});
  try {
    const address = `${BASE}${first}/pagefind.js`;
    const pagefind: Pagefind = await import(/* @vite-ignore */ address);
    await pagefind.options({ excerptLength: 0 });
    for (const other of others) await pagefind.mergeIndex(`${BASE}${other}/`);
    return new SearchEngine(pagefind, await pagefind.filters());
  } catch {
    throw new SearchRefusal('The search index cannot be read.');
  }
}

/** The names of the indexes, newest first. Throws a SearchRefusal with the server's sentence if it sent one. */
async function readIndexes(): Promise<string[]> {
  const response = await fetch(`${BASE}indexes.json`, { cache: 'no-cache' });
  if (response.status === 404) throw new SearchRefusal(NOT_BUILT);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isNames(answer)) return answer;
  throw new SearchRefusal(sentenceIn(answer) ?? 'The search index cannot be read.');
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && /^[a-z\d-]+$/.test(name));
}

function sentenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  return String(value.message);
}

/** An opened index. */
export class SearchEngine {
  readonly #pagefind: Pick<Pagefind, 'search'>;
  /** The values that pages have, those of most pages first. */
  readonly values: KnownValues;

  constructor(pagefind: Pick<Pagefind, 'search'>, known: Counts) {
    this.#pagefind = pagefind;
    this.values = Object.fromEntries(Object.entries(known).map(([name, counts]) => [name, byCount(counts)]));
  }

  /** Finds the pages for a query. One with neither words nor filters finds the newest. */
  async find(query: Query): Promise<Findings> {
    const term = termOf(query);
    const filters = this.#filtersOf(query);
    const answer = await this.#search(term, filters);
    const reader = new PageReader(answer.results, query);
    const [counts, pages] = await Promise.all([this.#counts(answer, term, filters), reader.next()]);
    const found = { counts, more: () => reader.next() };
    if (pages.length > 0 || term === null) {
      const total = reader.isDone ? pages.length : answer.results.length;
      return { ...found, pages, total, isExact: reader.isDone || isAboutPages(query), haveAll: true, missing: [] };
    }
    const words = [...new Set(termsOf(query).flatMap((each) => dividedWords(each).split(JOINTS)))].slice(0, MOST_ALONE);
    const { having, missing } = await this.#alone(words, filters);
    const some = words.length > 1 ? await pagesWithSome(having, { ...query, words }) : [];
    return { ...found, pages: some, total: some.length, isExact: true, haveAll: some.length === 0, missing };
  }

  /** The pages that have each of some words alone, and the words that no page has whatever the filters. */
  async #alone(words: readonly string[], filters: Filters): Promise<{ having: Result[][]; missing: string[] }> {
    const having: Result[][] = [];
    const missing: string[] = [];
    for (const word of words) {
      const { results } = await this.#search(word, filters);
      if (await isAnyWith(results, word)) having.push(results);
      else if (Object.keys(filters).length === 0) missing.push(word);
      else if (!(await isAnyWith((await this.#search(word, {})).results, word))) missing.push(word);
    }
    return { having, missing };
  }

  #search(term: string | null, filters: Filters): Promise<Answer> {
    return this.#pagefind.search(term, { filters, ...(term === null && { sort: { date: 'desc' } }) });
  }

  /** How many pages each choice finds: those of a facet are counted without its own choices. */
  async #counts(all: Answer, term: string | null, filters: Filters): Promise<Findings['counts']> {
    const counted = await Promise.all(
      FACETS.map(async (facet) => {
        if (!(facet in filters)) return [facet, countsOf(all.filters[facet])] as const;
        const { [facet]: _, ...others } = filters;
        return [facet, countsOf((await this.#search(term, others)).filters[facet])] as const;
      }),
    );
    return Object.fromEntries(counted) as Record<Facet, Map<string, number>>;
  }

  /** The filters that Pagefind applies to pages. A value that no page has finds none. */
  #filtersOf(query: Query): Filters {
    const asked: Record<string, readonly string[]> = {
      tag: query.tags,
      project: query.projects,
      kind: query.kinds,
      branch: query.branches,
      month: this.#months(query),
      task: query.tasks,
      session: query.sessions,
      on: query.machines,
      from: query.systems,
      concept: query.concepts,
      type: query.types,
      scope: query.scopes,
    };
    return Object.fromEntries(
      Object.entries(asked).flatMap(([name, values]) =>
        values.length === 0 ? [] : [[name, { any: values.map((value) => this.#known(name, value)) }]],
      ),
    );
  }

  /** A value as pages have it, whose case may differ. */
  #known(name: string, value: string): string {
    const lower = value.toLowerCase();
    return this.values[name]?.find((each) => each.toLowerCase() === lower) ?? value;
  }

  /** The chosen months, or those between two days. */
  #months({ months, since, until }: Query): readonly string[] {
    if (since === null && until === null) return months;
    const from = since?.slice(0, 7) ?? '';
    const to = until?.slice(0, 7) ?? '';
    const between = (this.values.month ?? []).filter(
      (month) => month.slice(0, from.length) >= from && (to === '' || month.slice(0, to.length) <= to),
    );
    const all = months.length === 0 ? between : between.filter((month) => months.includes(month));
    // No month at all must not mean every month.
    return all.length === 0 ? ['none'] : all;
  }
}

/** The names in a query that no page has. */
export function unknownIn(query: Query, values: KnownValues): QueryProblem[] {
  const keys = { machine: 'on', branch: 'branch', task: 'task', session: 'session', from: 'from' } as const;
  return unknownNames(query, {
    projects: () => (values.project ?? []).map((slug) => ({ slug, name: slug })),
    names: (of) => values[keys[of]] ?? [],
  });
}

/** What Pagefind would take out of a word, and with it the border between its parts: `tare-drift`, `src/a.py`. */
const BORDERS = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}_$#+]+/gu;

/** What stands between divided words. */
const JOINTS = /\u2060? /;

/** The words for Pagefind: null for a query that only filters. */
function termOf(query: Query): string | null {
  const words = [...query.words, ...query.phrases].map((word) => dividedWords(word).replace(BORDERS, ' '));
  const term = words.join(' ').trim();
  return term === '' ? null : term;
}

/** Whether each page that passes Pagefind's filters has a part that passes. */
function isAboutPages({ words, phrases, without, kinds, tags, since, until }: Query): boolean {
  const isText = words.length + phrases.length + without.length > 0;
  return !isText && (kinds.length === 0 || tags.length === 0) && since === null && until === null;
}

/** Reads found pages in batches, and keeps those with a part that passes. */
class PageReader {
  readonly #results: readonly Result[];
  readonly #query: Query;
  #next = 0;

  constructor(results: readonly Result[], query: Query) {
    this.#results = results;
    this.#query = query;
  }

  get isDone(): boolean {
    return this.#next >= this.#results.length;
  }

  /** The next pages that pass; empty at the end. */
  async next(): Promise<FoundPage[]> {
    const limit = this.#next + MOST_READ;
    while (this.#next < Math.min(this.#results.length, limit)) {
      const batch = this.#results.slice(this.#next, this.#next + BATCH);
      this.#next += batch.length;
      const fragments = await Promise.all(batch.map((result) => result.data()));
      const pages = fragments.flatMap((fragment) => foundPage(fragment, this.#query) ?? []);
      if (pages.length > 0) return termsOf(this.#query).length > 0 ? rankedPages(pages) : pages;
    }
    return [];
  }
}

/** Whether one of the best pages for a word really has it. */
async function isAnyWith(results: readonly Result[], term: string): Promise<boolean> {
  const fragments = await Promise.all(results.slice(0, READ_FOR_WORD).map((result) => result.data()));
  return fragments.some((fragment) => hasTerm(fragment, term));
}

/** The pages with some of several words, those with the rarest first. */
async function pagesWithSome(having: readonly Result[][], query: Query): Promise<FoundPage[]> {
  const ranked = new Map<string, { weight: number; results: Result[] }>();
  for (const results of having) {
    for (const result of results) {
      const page = ranked.get(result.id) ?? { weight: 0, results: [] };
      // What a word tells, as in an index: the fewer pages have it, the more.
      page.weight += 1 / (1 + results.length);
      page.results.push(result);
      ranked.set(result.id, page);
    }
  }
  const best = [...ranked.values()].sort((a, b) => b.weight - a.weight).slice(0, BATCH);
  const fragments = await Promise.all(best.map(({ results }) => withAllPlaces(results)));
  return fragments.flatMap((fragment) => foundPage(fragment, query) ?? []);
}

/** The page of several results, with what each of them found in it. */
async function withAllPlaces(results: readonly Result[]): Promise<Fragment> {
  let page: Fragment | undefined;
  const places: Fragment['weighted_locations'][number][] = [];
  for (const result of results) {
    page = await result.data();
    places.push(...page.weighted_locations);
  }
  if (!page) throw new Error('A page without results.');
  return { ...page, weighted_locations: places };
}

function countsOf(counts: Record<string, number> | undefined): Map<string, number> {
  return new Map(Object.entries(counts ?? {}).filter(([, count]) => count > 0));
}

function byCount(counts: Record<string, number>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([value]) => value);
}
