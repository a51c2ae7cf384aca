import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupLine, type Lifeline, lifeline, rowLine } from '#src/chart/lifeline.ts';
import { aGroup } from '../memory/misses/a-group.ts';
import { count, GT_MERGE, HOSTILE, percentages } from './marks.ts';

const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const FAULT = /NaN|Infinity|undefined|style=/;
const text = fc.string().filter((given) => !FAULT.test(given));
const anyMark = fc.record({
  kind: fc.constantFrom('miss' as const, 'despite' as const, 'hit' as const),
  ...{ date: day, label: text, count: fc.nat(9) },
});
const anyLine: fc.Arbitrary<Lifeline> = fc.record({
  ...{ name: text, from: day, to: day, undrawn: fc.nat(9) },
  ...{ marks: fc.array(anyMark), flags: fc.array(fc.record({ date: day, label: text })) },
});

describe('groupLine', () => {
  it('has a labelled mark for the events of a kind on a day, and a flag for each change of the memory', () => {
    const group = aGroup({
      misses: ['2026-09-01', '2026-09-01', '2026-09-20 despite'],
      hits: ['2026-09-25'],
      flags: [
        { at: '2026-09-02T10:00:00Z', action: 'new' },
        { at: '2026-09-21T10:00:00Z', action: 'strengthen' },
        { at: '2026-09-22T10:00:00Z', action: 'file date' },
      ],
    });
    const { marks, flags } = groupLine(group, YEAR);
    expect(marks.map(({ kind, label, count: events }) => [kind, label, events])).toEqual([
      ['miss', '1 Sep: 2 misses', 2],
      ['despite', '20 Sep: miss despite a memory', 1],
      ['hit', '25 Sep: hit', 1],
    ]);
    expect(flags.map(({ label }) => label)).toEqual([
      '2 Sep: memory written',
      '21 Sep: memory strengthened',
      '22 Sep: memory written (the date of its file)',
    ]);
    expect(groupLine(group, null)).toMatchObject({ from: '2026-09-01', to: '2026-09-25' });
  });

  it('draws the newest marks, and counts the others', () => {
    const days = Array.from({ length: 24 }, (_, i) => `2026-02-${String(i + 1).padStart(2, '0')}`);
    const line = groupLine(aGroup({ misses: ['2026-01-01', '2026-01-01', ...days] }), YEAR);
    expect(line.marks).toHaveLength(24);
    expect(lifeline(line).description).toContain('24 misses from 1 Feb to 24 Feb');
    expect(lifeline(line).description).toContain('2 earlier events not shown');
  });
});

describe('lifeline', () => {
  it('describes itself in words', () => {
    const { title, description } = lifeline(GT_MERGE);
    expect(title).toBe('Suggests `gt merge`');
    expect(description).toBe(
      '3 misses on 3 Aug, 19 Aug, 14 Sep; 1 of them despite a memory, on 14 Sep; 1 hit on 22 Sep; memory written or strengthened on 20 Aug; shown from 24 Jul to 20 Nov 2026.',
    );
    const marks = GT_MERGE.marks.filter(({ kind }) => kind !== 'hit');
    expect(lifeline({ ...GT_MERGE, from: '2024-01-01', marks, flags: [] }).description).toMatch(
      /^3 misses on 3 Aug 2026, .+; no hits; no dated memory; shown from 1 Jan 2024 to 20 Nov 2026\.$/,
    );
  });

  it('escapes text', () => {
    const marks = [{ kind: 'despite', date: '2026-08-03', count: 1, label: HOSTILE } as const];
    const { markup } = lifeline({ ...GT_MERGE, name: HOSTILE, marks, flags: [{ date: '2026-08-03', label: HOSTILE }] });
    expect(markup).not.toMatch(/<script|<a /);
  });

  it('has a mark for each event, at a valid position', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        for (const drawing of [lifeline(line), rowLine(line)]) {
          expect(count(drawing, '<use ')).toBe(line.marks.length);
          expect(count(drawing, 'fill="var(--ink)"')).toBe(line.flags.length);
          expect(drawing.markup).not.toMatch(FAULT);
          for (const value of percentages(drawing)) expect(value >= 0 && value <= 100).toBe(true);
        }
      }),
    );
  });
});
