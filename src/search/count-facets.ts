import { admitsFacet, admitsRest, FACETS, type Facet, type Facts, facetValue } from './admits.ts';
import type { Query } from './query.ts';

/** How many records there are for each value of each facet. */
export type FacetCounts = Record<Facet, Map<string, number>>;

/**
 * Counts records whose text was found. What is chosen in a facet does not change that facet's own counts: they
 * say how many there would be after choosing another value. Kinds are never added up.
 */
export function countFacets(query: Query, found: Iterable<Facts>): FacetCounts {
  const counts: FacetCounts = {
    tag: new Map(),
    project: new Map(),
    kind: new Map(),
    branch: new Map(),
    month: new Map(),
  };
  for (const facts of found) {
    if (!admitsRest(query, facts)) continue;
    const refusing = FACETS.filter((facet) => !admitsFacet(query, facts, facet));
    for (const facet of refusing.length === 0 ? FACETS : refusing.length === 1 ? refusing : []) {
      const value = facetValue(facts, facet);
      if (value !== '') counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    }
  }
  return counts;
}
