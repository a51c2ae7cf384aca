import { isCandidate } from '../chronicle/candidate.ts';
import { compare } from '../value/compare.ts';
import type { LedgerMonth } from './event-ledger.ts';

/** A project, or the rest of them, as a filter names it. */
export interface FilterProject {
  /** From 0: style sheets cannot know the names. */
  number: number;
  /** Its slug, in the query string. */
  word: string;
  name: string;
  /** Without candidates. */
  events: number;
}

export interface ProjectFilter {
  projects: FilterProject[];
  /** The number that a project's events and marks carry, by its slug. */
  numberOf(slug: string): number;
}

/** How many the style sheet has rules for; the last stands for all that are left over. */
const NUMBERS = 12;

/** The projects of what a page lists, the one with most events first. */
export function projectFilter(months: readonly LedgerMonth[]): ProjectFilter {
  const found = new Map<string, { name: string; events: number }>();
  for (const { session, events } of months.flatMap(({ entries }) => entries)) {
    const { slug, name } = session.project;
    const project = found.get(slug) ?? { name, events: 0 };
    project.events += events.filter((event) => !isCandidate(event)).length;
    found.set(slug, project);
  }
  const ranked = [...found].sort(([a, { events: m }], [b, { events: n }]) => n - m || compare(a, b));
  const numbers = new Map(ranked.map(([slug], i) => [slug, Math.min(i, NUMBERS - 1)]));
  return { projects: named(ranked), numberOf: (slug) => numbers.get(slug) ?? NUMBERS - 1 };
}

function named(ranked: readonly [string, { name: string; events: number }][]): FilterProject[] {
  const own = ranked.length > NUMBERS ? ranked.slice(0, NUMBERS - 1) : ranked;
  const rest = ranked.slice(own.length);
  const projects = own.map(([word, project], number) => ({ number, word, ...project }));
  if (rest.length === 0) return projects;
  const events = rest.reduce((sum, [, project]) => sum + project.events, 0);
  return [...projects, { number: own.length, word: 'others', name: `${rest.length} others`, events }];
}
