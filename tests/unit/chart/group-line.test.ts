import { describe, expect, it } from 'vitest';
import { groupLine } from '#src/chart/group-line.ts';
import { lifeline } from '#src/chart/lifeline.ts';
import { aGroup } from '../memory/misses/a-group.ts';

const YEAR = { from: '2026-01-01', to: '2026-12-31' };

describe('groupLine', () => {
  it('links each mark to its event, with a label', () => {
    const group = aGroup({
      misses: ['2026-09-01', '2026-09-20 despite'],
      hits: ['2026-09-25'],
      flags: [
        { at: '2026-09-02T10:00:00Z', action: 'new' },
        { at: '2026-09-21T10:00:00Z', action: 'strengthen' },
        { at: '2026-09-22T10:00:00Z', action: 'file date' },
      ],
    });
    const line = groupLine(group, YEAR);
    expect(line.misses).toMatchObject([
      {
        isDespite: false,
        label: '1 Sep: miss',
        href: expect.stringMatching(/^\/sessions\/inkwell\/2026-09-01-.*\/#e-/),
      },
      { isDespite: true, label: '20 Sep: miss despite a memory' },
    ]);
    expect(line.hits).toMatchObject([{ date: '2026-09-25', label: '25 Sep: hit' }]);
    expect(line.flags.map(({ label }) => label)).toEqual([
      '2 Sep: memory written',
      '21 Sep: memory strengthened',
      '22 Sep: memory written (the date of its file)',
    ]);
  });

  it('runs from its first mark to its last without given days', () => {
    expect(groupLine(aGroup({ misses: ['2026-09-01'], hits: ['2026-09-25'] }), null)).toMatchObject({
      from: '2026-09-01',
      to: '2026-09-25',
    });
  });

  it('merges the marks of a day', () => {
    const { misses } = groupLine(aGroup({ misses: ['2026-09-01', '2026-09-01', '2026-09-01 despite'] }), YEAR);
    expect(misses.map(({ label, count }) => [label, count])).toEqual([
      ['1 Sep: 2 misses', 2],
      ['1 Sep: miss despite a memory', 1],
    ]);
  });

  it('draws the newest marks, and counts the others', () => {
    const days = Array.from({ length: 28 }, (_, i) => `2026-02-${String(i + 1).padStart(2, '0')}`);
    const group = aGroup({ misses: ['2026-01-01', '2026-01-01', ...days] });
    const line = groupLine(group, YEAR, 28);
    expect(line.misses).toHaveLength(28);
    expect(lifeline(line).description).toContain('28 misses from 1 Feb to 28 Feb');
    expect(lifeline(line).description).toContain('2 earlier events not shown');
  });
});
