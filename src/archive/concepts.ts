/** What observations are about: the concepts that they name, across all projects. */

import { normalConcept } from '../chronicle/notebook/concept.ts';
import type { Session } from '../chronicle/session.ts';
import type { Project } from '../lib/project.ts';
import { conceptSegment } from '../text/page-address.ts';
import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';
import { type PlacedObservation, wholeBook } from './whole-book.ts';

/** A concept with the observations that name it. */
export interface Concept {
  name: string;
  /** Newest first. */
  entries: PlacedObservation[];
  /** Those with most of its observations first. */
  projects: { project: Project; count: number }[];
  /** The concepts that stand beside it most often, at most eight. */
  beside: { name: string; count: number }[];
}

const MOST_BESIDE = 8;

/** The concepts of all observations that no later one supersedes, the most frequent first. */
export const conceptsOf = memoised((sessions: readonly Session[]): Concept[] => {
  const found = new Map<string, PlacedObservation[]>();
  for (const entry of wholeBook(sessions).entries) {
    for (const name of namesOf(entry)) {
      const entries = found.get(name);
      if (entries) entries.push(entry);
      else found.set(name, [entry]);
    }
  }
  return [...found]
    .map(([name, entries]) => ({
      name,
      entries: entries.toReversed(),
      projects: projectsOf(entries),
      beside: besideOf(name, entries),
    }))
    .sort((a, b) => b.entries.length - a.entries.length || compare(a.name, b.name));
});

/** The concept whose page has this segment in its address. */
export function conceptAt(concepts: readonly Concept[], segment: string | undefined): Concept | undefined {
  return concepts.find(({ name }) => conceptSegment(name) === segment);
}

function namesOf({ observation }: PlacedObservation): string[] {
  return [...new Set(observation.concepts.map(normalConcept))].filter((name) => name !== '');
}

function projectsOf(entries: readonly PlacedObservation[]): Concept['projects'] {
  return [...Map.groupBy(entries, ({ from }) => from.project.slug).values()]
    .flatMap((own) => (own[0] ? { project: own[0].from.project, count: own.length } : []))
    .sort((a, b) => b.count - a.count || compare(a.project.slug, b.project.slug));
}

function besideOf(name: string, entries: readonly PlacedObservation[]): Concept['beside'] {
  const others = entries.flatMap(namesOf).filter((other) => other !== name);
  return [...Map.groupBy(others, (other) => other)]
    .map(([other, all]) => ({ name: other, count: all.length }))
    .sort((a, b) => b.count - a.count || compare(a.name, b.name))
    .slice(0, MOST_BESIDE);
}
