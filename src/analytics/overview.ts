import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';
import { counted, monthName, spelled } from '../text/day.ts';

export interface Overview {
  sessions: number;
  events: number;
  /** How many events have each tag; a tag without events is absent. */
  tags: Map<Tag, number>;
  /** Newest first. */
  narratives: Session[];
  /** `In 3 projects: inkwell, lantern and tidepool. 7 of them have a narrative.` */
  remark: string;
}

/** A stretch of a computed sentence. */
export interface Phrase {
  text: string;
  isStrong: boolean;
}

/** Fewer things than this make no sentence: the number would say more than it knows. */
const ENOUGH = 5;

export function overviewOf(sessions: readonly Session[]): Overview {
  const tags = new Map<Tag, number>();
  for (const { chronicle } of sessions) for (const { tag } of chronicle.events) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  const projects = [...new Set(sessions.map(({ project }) => project.name))].sort();
  const narratives = sessions.filter(({ chronicle }) => chronicle.summary.narrative !== null);
  return {
    sessions: sessions.length,
    events: [...tags.values()].reduce((sum, count) => sum + count, 0),
    tags,
    narratives,
    remark: `${inProjects(projects)}${narratives.length === 0 ? '' : ` ${withNarrative(narratives.length)}`}`,
  };
}

/** `63 sessions since July, 555 events. Memory held 51 times and failed 33.` Empty below five sessions. */
export function overviewSentence({ sessions, events, tags }: Overview, first: string, last: string): Phrase[] {
  if (sessions < ENOUGH) return [];
  const opening: Phrase[] = [
    { text: counted(sessions, 'session'), isStrong: true },
    { text: ` ${since(first, last)}, ${counted(events, 'event')}.`, isStrong: false },
  ];
  const hits = tags.get('MEMORY-HIT') ?? 0;
  const misses = tags.get('MEMORY-MISS') ?? 0;
  if (hits + misses < ENOUGH) return opening;
  return [
    ...opening,
    { text: ` Memory ${done('held', hits)} and `, isStrong: false },
    { text: `${done('failed', misses)}.`, isStrong: true },
  ];
}

const PROJECTS_NAMED = 4;

function inProjects(names: readonly string[]): string {
  if (names.length > PROJECTS_NAMED) return `In ${counted(names.length, 'project')}.`;
  if (names.length < 2) return names.length === 0 ? '' : `In one project, ${names[0]}.`;
  return `In ${counted(names.length, 'project')}: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
}

function withNarrative(count: number): string {
  return count === 1 ? 'One session has become a narrative.' : `${spelled(count)} sessions have become a narrative.`;
}

function since(first: string, last: string): string {
  if (first.slice(0, 7) === last.slice(0, 7)) return `in ${monthName(last)}`;
  const isLongAgo =
    Number(last.slice(0, 4)) * 12 +
      Number(last.slice(5, 7)) -
      Number(first.slice(0, 4)) * 12 -
      Number(first.slice(5, 7)) >
    11;
  return `since ${monthName(first)}${isLongAgo ? ` ${first.slice(0, 4)}` : ''}`;
}

function done(verb: string, count: number): string {
  if (count === 0) return `never ${verb}`;
  return count === 1 ? `${verb} once` : `${verb} ${count.toLocaleString('en-GB')} times`;
}
