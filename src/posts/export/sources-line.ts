import type { Session } from '#src/chronicle/session.ts';
import type { Block } from '#src/text/blocks.ts';
import { counted, dayRange } from '#src/text/day.ts';
import { quotedEvents } from './post-events.ts';
import type { ResolvedDraft } from './resolve-draft.ts';

/** The last line of a post: of what and when it tells. Nothing where it is made of no session. */
export function sourcesLine(resolved: ResolvedDraft, leftOut: ReadonlySet<string>): Block[] {
  const days = [...sessionsIn(resolved, leftOut)].map(({ chronicle }) => chronicle.frontMatter.date).sort();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const text = `Drawn from ${sessionCount(days.length)} ${between(first, last)}.`;
  return [{ kind: 'paragraph', children: [{ kind: 'emphasis', children: [{ kind: 'text', text }] }] }];
}

/** The sources, and the sessions of the events that stand in the post. */
function sessionsIn(resolved: ResolvedDraft, leftOut: ReadonlySet<string>): Set<Session> {
  return new Set([...resolved.sources, ...quotedEvents(resolved, leftOut).map(({ session }) => session)]);
}

function sessionCount(sessions: number): string {
  return sessions === 1 ? 'one session' : counted(sessions, 'session');
}

function between(first: string, last: string): string {
  return first === last
    ? `of ${dayRange(first, first)}`
    : `between ${dayRange(first, first)} and ${dayRange(last, last)}`;
}
