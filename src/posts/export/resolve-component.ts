import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Project } from '#src/lib/project.ts';
import type { MemoryTrends } from '#src/memory/misses/memory-trends.ts';
import type { MissGroup, Occurrence } from '#src/memory/misses/miss-group.ts';
import type { Component } from '#src/text/draft-component.ts';
import { eventDays, timelineDays } from '#src/timeline/timeline-days.ts';
import type { DraftLookup } from './draft-lookup.ts';
import { figureDays } from './figure-days.ts';

export type FigureData =
  | { kind: 'lifeline'; group: MissGroup }
  /** `project` is null for all projects; `sessions` are the project's, newest first. There are events in the range. */
  | { kind: 'tag-timeline'; project: Project | null; sessions: readonly Session[]; from: string; to: string }
  | { kind: 'miss-trend'; trends: MemoryTrends };

/** What a component expands to, or the problem with it. */
export type ResolvedComponent =
  | ({ kind: 'event' } & Occurrence)
  | { kind: 'beats' }
  | { kind: 'figure'; figure: FigureData }
  | { problem: Problem };

/** Looks up what a component refers to. Missing days come from `sources`, the sessions of its draft. */
export function resolveComponent(
  component: Component,
  line: number,
  lookup: DraftLookup,
  sources: readonly Session[],
): ResolvedComponent {
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
    case 'TagTimeline': {
      const { project: slug } = component;
      const found = slug === null ? null : lookup.project(slug);
      if (found === undefined) return unknown('project', lookup.nearestProject(slug ?? ''));
      const { project, sessions } = found ?? { project: null, sessions: lookup.archive.sessions };
      const days = figureDays(component, sources.length > 0 ? sources : sessions);
      if ('fault' in days) return { problem: problemAt('CHRONICLE_DRAFT_DAYS', line, 1, days.fault) };
      if (!eventDays(timelineDays(sessions)).some(({ date }) => date >= days.from && date <= days.to))
        return emptyFigure(line, `there are no events from ${days.from} to ${days.to}`);
      return { kind: 'figure', figure: { kind: 'tag-timeline', project, sessions, ...days } };
    }
  }
}

function lifelineOf(group: MissGroup): ResolvedComponent {
  return { kind: 'figure', figure: { kind: 'lifeline', group } };
}

function emptyFigure(line: number, what: string): ResolvedComponent {
  return { problem: problemAt('CHRONICLE_DRAFT_EMPTY_FIGURE', line, 1, what) };
}
