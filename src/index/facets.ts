import type { Tag } from '../chronicle/tags.ts';
import { admitsKind, isAboutObservations, type Query } from './query.ts';
import { isBetween } from './query-day.ts';
import type { AboutObservation, SearchedKind } from './record.ts';

/** What a query can filter by. A SearchRecord has all of it. */
export interface Facts {
  kind: SearchedKind;
  project: string;
  session: string;
  tag: Tag | null;
  branch: string;
  task: string;
  /** The name of the archive that it is from; absent if that has none. */
  machine?: string | undefined;
  /** The other system that the session was imported from; absent if it was not. */
  from?: string | undefined;
  date: string;
  /** What an observation is about; absent in other records. */
  about?: AboutObservation | undefined;
}

/** The filters of the search page; each is a list of the query. */
export const FACETS = ['tag', 'project', 'kind', 'month', 'branch'] as const;
export type Facet = (typeof FACETS)[number];

/** Whether a word from an address or a form names a facet. */
export function isFacet(word: string | undefined): word is Facet {
  return word !== undefined && (FACETS as readonly string[]).includes(word);
}

/** A record's value for a facet; empty if it has none. */
function facetValue(facts: Facts, facet: Facet): string {
  return facet === 'month' ? facts.date.slice(0, 7) : (facts[facet] ?? '');
}

/** Whether a record passes the query's filters. Its text is not checked. */
export function admits(query: Query, facts: Facts): boolean {
  return admitsRest(query, facts) && FACETS.every((facet) => admitsFacet(query, facts, facet));
}

/** Whether a record has one of the values chosen for a facet; true if none is chosen. */
function admitsFacet(query: Query, facts: Facts, facet: Facet): boolean {
  switch (facet) {
    case 'tag':
      return query.tags.length === 0 || (facts.tag !== null && query.tags.includes(facts.tag));
    case 'project':
      return isOneOf(query.projects, facts.project);
    case 'kind':
      return admitsKind(query, facts.kind);
    case 'branch':
      return isOneOf(query.branches, facts.branch);
    case 'month':
      return isOneOf(query.months, facts.date.slice(0, 7));
  }
}

/** Whether a record passes the filters that are not facets. */
function admitsRest(query: Query, facts: Facts): boolean {
  return (
    isOneOf(query.tasks, facts.task) &&
    isOneOf(query.sessions, facts.session) &&
    isOneOf(query.machines, facts.machine ?? '') &&
    isOneOf(query.systems, facts.about?.from ?? facts.from ?? '') &&
    admitsObservation(query, facts.about) &&
    isBetween(facts.date, query.since, query.until)
  );
}

/** Whether what an observation is about passes the filters that only observations pass. */
function admitsObservation(query: Query, about: AboutObservation | undefined): boolean {
  if (!isAboutObservations(query)) return true;
  if (!about) return false;
  const { concepts, types, scopes } = query;
  return (
    (concepts.length === 0 || concepts.some((concept) => about.concepts.includes(concept))) &&
    (types.length === 0 || (about.type !== null && types.includes(about.type))) &&
    (scopes.length === 0 || scopes.includes(about.scope))
  );
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.some((each) => each === name || each.toLowerCase() === name.toLowerCase());
}

/** The number of records for each value of each facet. */
export type FacetCounts = Record<Facet, Map<string, number>>;

/**
 * Counts the records whose text matches. A choice in a facet does not change that facet's own counts: each says how
 * many records that value alone would find.
 */
export function countFacets(query: Query, found: Iterable<Facts>): FacetCounts {
  const counts: FacetCounts = {
    tag: new Map(),
    project: new Map(),
    kind: new Map(),
    branch: new Map(),
    month: new Map(),
  };
  // The search page has one object for records that do not differ.
  const times = new Map<Facts, number>();
  for (const facts of found) times.set(facts, (times.get(facts) ?? 0) + 1);
  for (const [facts, count] of times) {
    if (!admitsRest(query, facts)) continue;
    const refusing = FACETS.filter((facet) => !admitsFacet(query, facts, facet));
    for (const facet of refusing.length === 0 ? FACETS : refusing.length === 1 ? refusing : []) {
      const value = facetValue(facts, facet);
      if (value !== '') counts[facet].set(value, (counts[facet].get(value) ?? 0) + count);
    }
  }
  return counts;
}
