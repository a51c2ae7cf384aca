import { type Problem, problemAt } from '#src/format/problem.ts';
import type { MemoryTrends } from '#src/memory/misses/memory-trends.ts';
import type { MissGroup, Occurrence } from '#src/memory/misses/miss-group.ts';
import type { Component } from '#src/posts/drafts/draft-component.ts';
import type { DraftLookup } from './draft-lookup.ts';

export type FigureData = { kind: 'lifeline'; group: MissGroup } | { kind: 'miss-trend'; trends: MemoryTrends };

/** What a component expands to, or the problem with it. */
export type ResolvedComponent =
  | ({ kind: 'event' } & Occurrence)
  | { kind: 'beats' }
  | { kind: 'figure'; figure: FigureData }
  | { problem: Problem };

/** Looks up what a component refers to. */
export function resolveComponent(component: Component, line: number, lookup: DraftLookup): ResolvedComponent {
  const unknown = (what: string, nearest: string | undefined) => ({
    problem: problemAt('CHRONICLE_DRAFT_UNKNOWN', line, 1, what, nearest),
  });
  switch (component.name) {
    case 'Beats':
      return { kind: 'beats' };
    case 'Event': {
      const occurrence = lookup.event(component.event);
      if (!occurrence) return unknown('event', lookup.nearestEvent(component.event));
      return { kind: 'event', ...occurrence };
    }
    case 'Lifeline': {
      const group = lookup.group(component.group);
      return group ? lifelineOf(group) : unknown('mistake', lookup.nearestGroup(component.group));
    }
    case 'MissTrend': {
      const { trends } = lookup.archive.record;
      if (trends.spans.list.length > 0) return { kind: 'figure', figure: { kind: 'miss-trend', trends } };
      return emptyFigure(line, 'there are no memory hits or misses yet');
    }
  }
}

function lifelineOf(group: MissGroup): ResolvedComponent {
  return { kind: 'figure', figure: { kind: 'lifeline', group } };
}

function emptyFigure(line: number, what: string): ResolvedComponent {
  return { problem: problemAt('CHRONICLE_DRAFT_EMPTY_FIGURE', line, 1, what) };
}
