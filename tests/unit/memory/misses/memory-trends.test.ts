import { describe, expect, it } from 'vitest';
import { memoryTrends } from '#src/memory/memory.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aGroup } from './a-group.ts';

const HIT = '## Events\n\n- [MEMORY-HIT] a\n';

describe('memoryTrends', () => {
  it('counts the kinds of misses', () => {
    const group = aGroup({ misses: ['2026-09-01', '2026-09-02', '2026-09-03 despite'] });
    expect(memoryTrends([], [group])).toMatchObject({ misses: 3, kinds: { first: 1, repeat: 1, despite: 1 } });
  });

  it('counts by weeks from Monday, including empty ones', () => {
    const { weeks } = memoryTrends(
      [aSession({ date: '2026-09-22', body: HIT })],
      [aGroup({ misses: ['2026-09-06', '2026-09-07'] })],
    );
    expect(weeks.map(({ begin, hits, misses }) => [begin, hits, misses.first + misses.repeat])).toEqual([
      ['2026-08-31', 0, 1],
      ['2026-09-07', 0, 1],
      ['2026-09-14', 0, 0],
      ['2026-09-21', 1, 0],
    ]);
  });

  it('counts the last 53 weeks', () => {
    const { weeks } = memoryTrends([], [aGroup({ misses: ['2025-08-31', '2025-09-01', '2026-09-06'] })]);
    expect([weeks.length, weeks[0]?.begin, weeks.at(-1)?.begin]).toEqual([53, '2025-09-01', '2026-08-31']);
  });

  it('counts no hits of unattended sessions', () => {
    expect(memoryTrends([aSession({ body: HIT, keys: ['attended: no'] })], []).hits).toBe(0);
  });
});
