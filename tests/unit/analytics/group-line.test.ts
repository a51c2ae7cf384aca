import { describe, expect, it } from 'vitest';
import { groupLine } from '../../../src/analytics/group-line.ts';
import { aGroup } from './a-group.ts';

describe('groupLine', () => {
  it('leads from each mark to its event, and says what it is', () => {
    const group = aGroup({
      misses: ['2026-09-01', '2026-09-20 despite'],
      hits: ['2026-09-25'],
      flags: [
        { at: '2026-09-02T10:00:00Z', action: 'new' },
        { at: '2026-09-21T10:00:00Z', action: 'strengthen' },
      ],
    });
    const line = groupLine(group, '2026-08-01', '2026-10-01');
    expect(line.misses).toEqual([
      {
        date: '2026-09-01',
        isDespite: false,
        label: '1 Sep: miss',
        href: expect.stringMatching(/^\/sessions\/inkwell\/2026-09-01-.*\/#e-/),
      },
      { date: '2026-09-20', isDespite: true, label: '20 Sep: miss despite a memory', href: expect.any(String) },
    ]);
    expect(line.hits).toMatchObject([{ date: '2026-09-25', label: '25 Sep: hit' }]);
    expect(line.flags.map(({ label }) => label)).toEqual(['2 Sep: memory written', '21 Sep: memory strengthened']);
  });

  it('marks the date of a file as such, and keeps to the newest 40', () => {
    const group = aGroup({
      misses: Array.from({ length: 41 }, () => '2026-09-01'),
      flags: [{ at: '2026-09-02T10:00:00Z', action: 'file date' }],
    });
    const { misses, flags } = groupLine(group, '2026-08-01', '2026-10-01');
    expect(misses).toHaveLength(40);
    expect(flags[0]?.label).toBe('2 Sep: memory written (the date of its file)');
  });
});
