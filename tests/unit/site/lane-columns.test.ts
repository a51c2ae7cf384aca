import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, NARROW, WIDE } from '#site/charts/columns.ts';
import { dayAfter, daysBetween } from '#src/lib/calendar-day.ts';

describe('columnsOf', () => {
  it('are days, half weeks from Monday, weeks, months, and so on', () => {
    expect(columnsOf('2026-09-16', '2026-09-16', NARROW)).toMatchObject({
      unit: 'day',
      columns: [{ first: '2026-09-16' }],
    });
    expect(columnsOf('2026-10-01', '2026-12-31', NARROW)).toMatchObject({
      unit: 'half week',
      columns: expect.arrayContaining([
        { first: '2026-09-28', last: '2026-10-01' },
        { first: '2026-10-02', last: '2026-10-04' },
      ]),
    });
    expect(columnsOf('2026-05-01', '2026-12-31', NARROW).unit).toBe('week');
    expect(columnsOf('2024-01-01', '2026-12-31', NARROW)).toMatchObject({
      unit: 'month',
      columns: expect.arrayContaining([{ first: '2024-02-01', last: '2024-02-29' }]),
    });
    expect(columnsOf('2001-01-01', '2026-12-31', NARROW).unit).toBe('quarter');
    expect(columnsOf('1026-01-01', '2026-12-31', NARROW).unit).toBe('16 years');
  });

  it.each([
    [70, 'day'],
    [71, 'half week'],
    [176, 'half week'],
    [177, 'week'],
    [414, 'week'],
    [415, 'month'],
  ])('are, on a desktop, for %i days: %s', (days, unit) => {
    expect(columnsOf('2026-01-01', dayAfter('2026-01-01', days - 1), WIDE).unit).toBe(unit);
  });

  it('contain every day of their period once', () => {
    const length = fc.integer({ min: 0, max: 4000 });
    const start = fc.integer({ min: 0, max: 4000 });
    fc.assert(
      fc.property(start, length, (from, days) => {
        const first = dayAfter('2016-01-01', from);
        const last = dayAfter(first, days);
        const { columns, indexOf } = columnsOf(first, last, NARROW);
        expect(columns.length).toBeLessThanOrEqual(132);
        expect(daysBetween(columns[0]?.first ?? '', first)).toBeLessThan(92);
        for (const [i, column] of columns.entries()) {
          expect(indexOf(column.first)).toBe(i);
          expect(indexOf(column.last)).toBe(i);
          if (i > 0) expect(column.first).toBe(dayAfter(columns[i - 1]?.last ?? '', 1));
        }
        expect(indexOf(first)).toBe(0);
        expect(indexOf(last)).toBe(columns.length - 1);
      }),
    );
  });
});
