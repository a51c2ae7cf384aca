import { describe, expect, it } from 'vitest';
import type { MissGroup, Occurrence } from '../../../src/analytics/miss-group.ts';
import { sessionLifeline } from '../../../src/analytics/session-lifeline.ts';
import { aSession } from './a-session.ts';

/** An event a day from the first of September on, `count` of them. */
function days(tag: string, count: number): Occurrence[] {
  return Array.from({ length: count }, (_, i) => {
    const date = `2026-09-${String(i + 1).padStart(2, '0')}`;
    const session = aSession({ date, body: `## Events\n\n- [${tag}] again\n` });
    const [event] = session.chronicle.events;
    return event ? { session, event } : expect.unreachable('there is no event');
  });
}

function group(misses: number, hits: number): MissGroup {
  const { project } = aSession();
  return {
    id: 'x#e-1',
    anchor: 'c-1',
    project,
    name: 'Edits an applied migration',
    memory: null,
    because: '',
    misses: days('MEMORY-MISS', misses).map((miss) => ({ ...miss, kind: 'repeat' })),
    hits: days('MEMORY-HIT', hits),
    flags: [{ at: '2026-09-02T10:00:00Z', action: 'new' }],
    state: 'recurring',
    standing: '',
  };
}

describe('sessionLifeline', () => {
  it('runs from the first miss or hit to the last', () => {
    expect(sessionLifeline(group(3, 1))).toMatchObject({
      name: 'Edits an applied migration',
      from: '2026-09-01',
      to: '2026-09-03',
      flags: [{ date: '2026-09-02' }],
    });
  });

  it('shows of many marks the newest, and begins with them', () => {
    const { from, misses, hits } = sessionLifeline(group(30, 20));
    expect(misses.map(({ date }) => date.slice(8))).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 19)));
    expect([hits.length, from]).toEqual([12, '2026-09-09']);
  });
});
