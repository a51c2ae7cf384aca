import type { Session } from '../chronicle/session.ts';
import type { Block } from '../text/blocks.ts';
import { counted, dayRange } from '../text/day.ts';

/** The last line of a post: of what and when it tells. Nothing where no session is its source. */
export function sourcesLine(sources: readonly Session[]): Block[] {
  const days = sources.map(({ chronicle }) => chronicle.frontMatter.date).sort();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const text = `Drawn from ${sessionCount(days.length)} ${between(first, last)}.`;
  return [{ kind: 'paragraph', children: [{ kind: 'emphasis', children: [{ kind: 'text', text }] }] }];
}

function sessionCount(sessions: number): string {
  return sessions === 1 ? 'one session' : counted(sessions, 'session');
}

function between(first: string, last: string): string {
  return first === last
    ? `of ${dayRange(first, first)}`
    : `between ${dayRange(first, first)} and ${dayRange(last, last)}`;
}
