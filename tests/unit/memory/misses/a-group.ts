import type { MistakeState, Mistake, MissKind } from '#src/memory/mistakes.ts';
import { groupAnchor } from '#src/memory/mistakes.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

interface Given {
  name?: string;
  state?: MistakeState;
  /** One miss per date and kind: `2026-09-14`, or `2026-09-14 despite`. */
  misses?: string[];
  hits?: string[];
  flags?: Mistake['flags'];
}

/** A miss group. */
export function aGroup({
  name = 'Guessed the port',
  state = 'no memory',
  misses = ['2026-09-14'],
  hits = [],
  flags = [],
}: Given = {}): Mistake {
  const occurrences = (dates: string[], tag: string) =>
    dates.map((date) => {
      const session = aSession({ date: date.slice(0, 10), body: `## Events\n\n- [${tag}] ${name}\n` });
      const [event] = session.chronicle.events;
      if (!event) throw new Error('The session has no event.');
      return { session, event };
    });
  const id = `3dc1a619#${name}`;
  const found = occurrences(misses, 'MEMORY-MISS');
  const [first] = found;
  if (!first) throw new Error('A group has a miss.');
  return {
    id,
    anchor: groupAnchor(id),
    project: first.session.project,
    name,
    memory: null,
    because: misses.length === 1 ? 'no other miss is like it' : 'they share words: guessed, port',
    misses: found.map((occurrence, i) => ({ ...occurrence, kind: kindOf(misses[i], i) })),
    hits: occurrences(hits, 'MEMORY-HIT'),
    flags,
    state,
    stateDetail: 'made once',
  };
}

function kindOf(given: string | undefined, index: number): MissKind {
  if (given?.endsWith('despite')) return 'despite';
  return index === 0 ? 'first' : 'repeat';
}
