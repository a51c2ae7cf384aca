/** How many rows of a timeline each project has of each kind. */

import { isFound } from '#src/format/event-source.ts';
import { kindWords, OBSERVATION } from '#src/archive/lane-kind.ts';
import type { TimelineDay } from '#src/archive/timeline-days.ts';
import { compare } from '#src/lib/compare.ts';
import { type KindCounts, rowsOf } from './timeline-choice.ts';

export interface ProjectCounts {
  slug: string;
  name: string;
  counts: KindCounts;
}

/** The projects of some days, the one with the most rows first. */
export function projectCounts(days: readonly TimelineDay[]): ProjectCounts[] {
  const projects = new Map<string, ProjectCounts>();
  for (const { session, events, observations } of days.flatMap(({ runs }) => runs)) {
    const { slug, name } = session.project;
    const project = projects.get(slug) ?? { slug, name, counts: {} };
    projects.set(slug, project);
    const add = (word: string, place: 0 | 1, count: number) => {
      const own = project.counts[word] ?? [0, 0];
      project.counts[word] = own;
      own[place] += count;
    };
    for (const event of events) add(kindWords(event.tag).word, isFound(event) ? 1 : 0, 1);
    if (observations.length > 0) add(kindWords(OBSERVATION).word, 0, observations.length);
  }
  return [...projects.values()].sort(
    (a, b) => rowsOf([b.counts], []) - rowsOf([a.counts], []) || compare(a.slug, b.slug),
  );
}
