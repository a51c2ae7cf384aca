import { isCandidate } from '../chronicle/candidate.ts';
import { compare } from '../value/compare.ts';
import type { MonthOfEvents } from './events-by-month.ts';

/** A project in a filter, or all remaining projects together. */
export interface FilterProject {
  /** From 0, for the style sheet, which cannot know names. */
  number: number;
  /** Its slug, in the query string. */
  word: string;
  name: string;
  /** Without unconfirmed events. */
  events: number;
}

export interface ProjectFilter {
  projects: FilterProject[];
  /** The number of a project, by its slug. */
  numberOf(slug: string): number;
}

/** The style sheet has rules for this many; the last number is for all remaining projects. */
const NUMBERS = 12;

/** The projects with events in these months, the largest first. */
export function projectFilter(months: readonly MonthOfEvents[]): ProjectFilter {
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
