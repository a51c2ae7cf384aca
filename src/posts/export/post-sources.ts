/** The sources of a post: the events it quotes, and the sessions its last line counts. */
import type { Session } from '#src/format/session.ts';
import type { Block } from '#src/lib/text/blocks.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import type { ResolvedBeat, ResolvedDraft } from './resolve-draft.ts';

type Quoted = Pick<ResolvedBeat, 'session' | 'event'>;

/** The events that a post quotes, in order, with repeats. */
function quotedEvents({ parts, beats }: ResolvedDraft, leftOut: ReadonlySet<string>): Quoted[] {
  const quoted = parts.flatMap((part): Quoted[] => {
    if (part.kind === 'event') return [part];
    return part.kind === 'beats' ? [...beats] : [];
  });
  return quoted.filter((each) => !leftOut.has(nameOf(each)));
}

/** The events that a post quotes, as `<session_id>#e-…`, without repeats. Recorded in draft.yml, not in the post. */
export function postEvents(resolved: ResolvedDraft, leftOut: ReadonlySet<string>): string[] {
  return [...new Set(quotedEvents(resolved, leftOut).map(nameOf))];
}

function nameOf({ session, event }: Quoted): string {
  return `${session.id}#${event.id}`;
}

/** The last line of a post: how many sessions it is based on, and their dates. Empty without sessions. */
export function sourcesLine(resolved: ResolvedDraft, leftOut: ReadonlySet<string>): Block[] {
  const days = [...sessionsIn(resolved, leftOut)].map(({ chronicle }) => chronicle.frontMatter.date).sort();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const text = `Drawn from ${sessionCount(days.length)} ${between(first, last)}.`;
  return [{ kind: 'paragraph', children: [{ kind: 'emphasis', children: [{ kind: 'text', text }] }] }];
}

/** The draft's sources and the sessions of quoted events. */
function sessionsIn(resolved: ResolvedDraft, leftOut: ReadonlySet<string>): Set<Session> {
  return new Set([...resolved.sources, ...quotedEvents(resolved, leftOut).map(({ session }) => session)]);
}

function sessionCount(sessions: number): string {
  return sessions === 1 ? 'a session' : counted(sessions, 'session');
}

function between(first: string, last: string): string {
  return first === last
    ? `on ${dayRange(first, first)}`
    : `between ${dayRange(first, first)} and ${dayRange(last, last)}`;
}
