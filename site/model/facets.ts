/** The filters of the search page; each is a list of the query. */
export const FACETS = ['tag', 'project', 'kind', 'month', 'branch'] as const;
export type Facet = (typeof FACETS)[number];

/** Whether a word from an address or a form names a facet. */
export function isFacet(word: string | undefined): word is Facet {
  return word !== undefined && (FACETS as readonly string[]).includes(word);
}

/** The number of pages for each value of each facet. */
export type FacetCounts = Record<Facet, Map<string, number>>;
