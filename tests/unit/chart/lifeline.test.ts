import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lifeline, lifeline } from '#src/chart/lifeline.ts';
import { count, GT_MERGE, HOSTILE, percentages } from './marks.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const href = fc.option(fc.constant('/sessions/a/b/'));
const FAULT = /NaN|Infinity|undefined|style=/;
const text = fc.string().filter((given) => !FAULT.test(given));
const anyLine: fc.Arbitrary<Lifeline> = fc.record({
  name: text,
  from: day,
  to: day,
  misses: fc.array(fc.record({ date: day, isDespite: fc.boolean(), href, label: text })),
  hits: fc.array(fc.record({ date: day, href, label: text })),
  flags: fc.array(fc.record({ date: day, label: text })),
});

describe('lifeline', () => {
  it('describes itself in words', () => {
    const { title, description } = lifeline(GT_MERGE);
    expect(title).toBe('Suggests `gt merge`');
    expect(description).toBe(
      '3 misses on 3 Aug, 19 Aug, 14 Sep; 1 of them despite a memory, on 14 Sep; 1 hit on 22 Sep; memory written or strengthened on 20 Aug; shown from 24 Jul to 20 Nov 2026.',
    );
    const { description: long } = lifeline({ ...GT_MERGE, from: '2024-01-01', hits: [], flags: [] });
    expect(long).toMatch(
      /^3 misses on 3 Aug 2026, .+; no hits; no dated memory; shown from 1 Jan 2024 to 20 Nov 2026\.$/,
    );
  });

  it('is an image without links, otherwise a group of marks', () => {
    const misses = GT_MERGE.misses.map((miss) => ({ ...miss, href: null }));
    expect(lifeline({ ...GT_MERGE, misses, hits: [] }).markup).toContain('role="img"');
    expect(lifeline(GT_MERGE).markup).toContain('role="group"');
  });

  it('moves marks of one day apart, and keeps them on the line', () => {
    const misses = Array.from({ length: 4 }, () => ({
      date: '2026-11-20',
      isDespite: false,
      href: null,
      label: 'x',
    }));
    const { markup } = lifeline({ ...GT_MERGE, misses, hits: [], flags: [] });
    const shifts = [...markup.matchAll(/<use [^>]*x="(-?[\d.]+)"/g)].map(([, x]) => Number(x) + 6.5);
    expect(new Set(shifts).size).toBe(4);
    expect(Math.max(...shifts)).toBeLessThanOrEqual(3);
  });

  it('escapes text', () => {
    const marks = [{ date: '2026-08-03', isDespite: true, href: HOSTILE, label: HOSTILE }];
    const flags = [{ date: '2026-08-03', label: HOSTILE }];
    const { markup } = lifeline({ ...GT_MERGE, name: HOSTILE, misses: marks, hits: marks, flags });
    expect(markup).not.toContain('<script');
    expect(markup.match(/<a [^>]*>/g)).toHaveLength(2);
  });

  it('has a mark for each event, at a valid position', () => {
    fc.assert(
      fc.property(anyLine, fc.boolean(), (line, hasAxis) => {
        const drawing = lifeline(line, hasAxis);
        expect(count(drawing, '<use ')).toBe(line.misses.length + line.hits.length);
        expect(count(drawing, 'fill="var(--ink)"')).toBe(line.flags.length);
        expect(drawing.markup).not.toMatch(FAULT);
        for (const value of percentages(drawing)) expect(value >= 0 && value <= 100).toBe(true);
      }),
    );
  });
});
