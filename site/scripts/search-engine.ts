/**
 * Search in the browser, by Pagefind: it finds and ranks pages, and `site/model/found-page.ts` divides them into parts.
 *
 *     const engine = await openEngine();
 *     const findings = await engine.find(query);
 */
import { type FoundPage, type Fragment, foundPage, hasTerm, termsOf } from '#site/model/found-page.ts';
import { dividedWords } from '#src/index/words.ts';
import { type Query, type QueryProblem, unknownNames } from '#src/index/query.ts';

/** The filters that the search page offers, each with the list of the query that it fills. */
export const FACETS = { tag: 'tags', project: 'projects', kind: 'kinds', month: 'months' } as const;
export type Facet = keyof typeof FACETS;

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
  counts: Record<Facet, Record<string, number>>;
  /** Words of the query that no page has. */
  missing: string[];
  /** The next pages; empty if there are no more. */
  more(): Promise<FoundPage[]>;
}

const BASE = '/pagefind/';
/** What is said of any error that is no SearchRefusal. */
export const UNREADABLE = 'The search index cannot be read.';
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
  options(options: { excerptLength: number }): Promise<void>;
  mergeIndex(path: string): Promise<void>;
  filters(): Promise<Counts>;
  search(term: string | null, options: { filters: Filters; sort?: Record<string, 'desc'> }): Promise<Answer>;
}

let opened: Promise<SearchEngine> | undefined;

/** Opens the index, once; after an error, the next call tries again. Throws a SearchRefusal if it is missing or could not be made. */
export function openEngine(): Promise<SearchEngine> {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<SearchEngine> {
  const response = await fetch(`${BASE}indexes.json`, { cache: 'no-cache' });
  if (response.status === 404) throw new SearchRefusal(NOT_BUILT);
  // The names of the indexes, newest first, or the server's sentence.
  const answer = await response.json();
  if (!response.ok || !Array.isArray(answer)) throw new SearchRefusal(String(answer?.message ?? UNREADABLE));
  const [first, ...others] = answer.filter((name) => /^[a-z\d-]+$/.test(String(name)));
  // An archive without a page has no index.
  if (first === undefined) return new SearchEngine({ search: async () => ({ results: [], filters: {} }) }, {});
  const address = `${BASE}${first}/pagefind.js`;
  const pagefind: Pagefind = await import(/* @vite-ignore */ address);
  await pagefind.options({ excerptLength: 0 });
  for (const other of others) await pagefind.mergeIndex(`${BASE}${other}/`);
  return new SearchEngine(pagefind, await pagefind.filters());
}

/** An opened index. */
export class SearchEngine {
  readonly #pagefind: Pick<Pagefind, 'search'>;
  /** How many pages have each value, by filter. */
  readonly #known: Counts;

  constructor(pagefind: Pick<Pagefind, 'search'>, known: Counts) {
    this.#pagefind = pagefind;
    this.#known = known;
  }

  /** The values that pages have for a filter. */
  valuesOf(filter: string): string[] {
    return Object.keys(this.#known[filter] ?? {});
  }

  /** Finds the pages for a query. One with neither words nor filters finds the newest. */
  async find(query: Query): Promise<Findings> {
    const term = termOf(query);
    const filters = this.#filtersOf(query);
    const answer = await this.#search(term, filters);
    const batches = readPages(answer.results, query);
    const more = async () => (await batches.next()).value ?? [];
    const [counts, pages] = await Promise.all([this.#counts(answer, term, filters), more()]);
    if (pages.length > 0 || term === null) {
      const isRead = answer.results.length <= BATCH;
      const total = isRead ? pages.length : answer.results.length;
      return { counts, more, pages, total, isExact: isRead || isAboutPages(query), haveAll: true, missing: [] };
    }
    // Not all words are on one page: those with some of them.
    const words = [...new Set(termsOf(query).flatMap((each) => dividedWords(each).split(JOINTS)))].slice(0, MOST_ALONE);
    const having: Result[][] = [];
    for (const word of words) having.push(await this.#pagesWith(word, filters));
    const missing = words.filter((_, at) => having[at]?.length === 0);
    const some = words.length > 1 ? await pagesWithSome(having, { ...query, words }) : [];
    return { counts, more, pages: some, total: some.length, isExact: true, haveAll: some.length === 0, missing };
  }

  /** The names in a query that no page has. */
  unknownIn(query: Query): QueryProblem[] {
    const keys = { machine: 'on', branch: 'branch', task: 'task', session: 'session', from: 'from' } as const;
    return unknownNames(query, {
      projects: () => this.valuesOf('project').map((slug) => ({ slug, name: slug })),
      names: (of) => this.valuesOf(keys[of]),
    });
  }

  #search(term: string | null, filters: Filters): Promise<Answer> {
    return this.#pagefind.search(term, { filters, ...(term === null && { sort: { date: 'desc' } }) });
  }

  /** The results for one word; none if the best of them only have another word that begins like it. */
  async #pagesWith(word: string, filters: Filters): Promise<Result[]> {
    const { results } = await this.#search(word, filters);
    const fragments = await Promise.all(results.slice(0, READ_FOR_WORD).map((result) => result.data()));
    return fragments.some((fragment) => hasTerm(fragment, word)) ? results : [];
  }

  /** How many pages each choice finds: those of a facet are counted without its own choices. */
  async #counts(all: Answer, term: string | null, filters: Filters): Promise<Findings['counts']> {
    const counted = Object.keys(FACETS).map(async (facet) => {
      const { [facet]: own, ...others } = filters;
      const { filters: counts } = own ? await this.#search(term, others) : all;
      return [facet, counts[facet] ?? {}] as const;
    });
    return Object.fromEntries(await Promise.all(counted)) as Findings['counts'];
  }

  /** The filters that Pagefind applies to pages. A value that no page has finds none. */
  #filtersOf(query: Query): Filters {
    const asked: Record<string, readonly string[]> = {
      ...{ tag: query.tags, project: query.projects, kind: query.kinds, branch: query.branches },
      ...{ month: this.#months(query), task: query.tasks, session: query.sessions, on: query.machines },
      ...{ from: query.systems, concept: query.concepts, type: query.types, scope: query.scopes },
    };
    // A value may be typed in another case than pages have it.
    const known = (name: string, value: string) =>
      this.valuesOf(name).find((each) => each.toLowerCase() === value.toLowerCase()) ?? value;
    const filled = Object.entries(asked).filter(([, values]) => values.length > 0);
    return Object.fromEntries(filled.map(([name, values]) => [name, { any: values.map((each) => known(name, each)) }]));
  }

  /** The chosen months, or those between two days. */
  #months({ months, since, until }: Query): readonly string[] {
    if (since === null && until === null) return months;
    const from = since?.slice(0, 7) ?? '';
    const to = until?.slice(0, 7) ?? '';
    const isIn = (month: string) => month.slice(0, from.length) >= from && month.slice(0, to.length) <= to;
    const between = this.valuesOf('month').filter(
      (month) => isIn(month) && (months.length === 0 || months.includes(month)),
    );
    // No month at all must not mean every month.
    return between.length === 0 ? ['none'] : between;
  }
}

/** What Pagefind would take out of a word, and with it the border between its parts: `tare-drift`, `src/a.py`. */
const BORDERS = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}_$#+]+/gu;

/** What stands between divided words. */
const JOINTS = /\u2060? /;

/** The words for Pagefind: null for a query that only filters. */
function termOf(query: Query): string | null {
  const words = [...query.words, ...query.phrases].map((word) => dividedWords(word).replace(BORDERS, ' '));
  return words.join(' ').trim() || null;
}

/** Whether each page that passes Pagefind's filters has a part that passes. */
function isAboutPages({ words, phrases, without, kinds, tags, since, until }: Query): boolean {
  const isText = words.length + phrases.length + without.length > 0;
  const isWhole = tags.length === 0 || kinds.every((kind) => kind === 'session');
  return !isText && isWhole && since === null && until === null;
}

/** Reads found pages in batches, and keeps those with a part that passes: first those where one part has more words. */
async function* readPages(results: readonly Result[], query: Query): AsyncGenerator<FoundPage[], undefined> {
  let empty = 0;
  for (let from = 0; from < results.length && empty < MOST_READ; from += BATCH) {
    const fragments = await Promise.all(results.slice(from, from + BATCH).map((result) => result.data()));
    const pages = fragments.flatMap((fragment) => foundPage(fragment, query) ?? []);
    empty = pages.length === 0 ? empty + BATCH : 0;
    if (pages.length > 0) yield pages.sort((a, b) => (termOf(query) === null ? 0 : b.matched - a.matched));
  }
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
  const pages: FoundPage[] = [];
  for (const { results } of best) {
    // Each search marks its own word on the page.
    const fragments: Fragment[] = [];
    for (const result of results) fragments.push({ ...(await result.data()) });
    const [page] = fragments;
    const places = fragments.flatMap(({ weighted_locations: own }) => own);
    const found = page && foundPage({ ...page, weighted_locations: places }, query);
    if (found) pages.push(found);
  }
  return pages;
}
