import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupLine, ledgerLine } from '#src/chart/group-line.ts';
import { lifeline, rowLine } from '#src/chart/lifeline.ts';
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

describe('ledgerLine', () => {
  const many = Array.from(
    { length: 30 },
    (_, i) => `2026-${i < 15 ? '02' : '10'}-${String((i % 15) + 1).padStart(2, '0')}`,
  );

  it('has a mark for each day while they can be told apart', () => {
    const { misses, hits } = ledgerLine(aGroup({ misses: many.slice(0, 20), hits: many.slice(20, 24) }), YEAR);
    expect([misses.length, hits.length]).toEqual([20, 4]);
    expect(misses.some(({ isBin }) => isBin)).toBe(false);
  });

  it('merges the marks of a stretch, and leaves no miss and no hit out', () => {
    const group = aGroup({ misses: [...many, '2026-12-31 despite'], hits: many.slice(10) });
    const { misses, hits, undrawn } = ledgerLine(group, YEAR);
    const sum = (marks: readonly { count?: number }[]) => marks.reduce((all, { count = 1 }) => all + count, 0);
    expect([sum(misses), sum(hits), undrawn]).toEqual([31, 20, 0]);
    expect(misses.length + hits.length).toBeLessThanOrEqual(8);
    expect(misses.map(({ isDespite, count }) => [isDespite, count]).at(-1)).toEqual([true, 1]);
    const { markup } = rowLine(ledgerLine(group, YEAR));
    expect(
      [...markup.matchAll(/<g class="miss-number"><circle [^>]*\/><text [^>]*>(\d+)</g)].map(([, n]) => n),
    ).toEqual(misses.filter(({ count = 1 }) => count > 1).map(({ count }) => String(count)));
    // A miss is never hidden by a hit.
    expect(markup.lastIndexOf('MEMORY-HIT')).toBeLessThan(markup.indexOf('MEMORY-MISS'));
  });

  it('keeps marks on the line, whatever the days', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...many, '2025-01-01', '2027-01-01'), { minLength: 25 }), (misses) => {
        const line = ledgerLine(aGroup({ misses }), YEAR);
        for (const { date } of line.misses) expect(date >= '2025-01-01' && date <= '2027-01-01').toBe(true);
        expect(rowLine(line).markup).not.toMatch(/NaN|undefined/);
      }),
    );
  });
});
