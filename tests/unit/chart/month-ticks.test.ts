import { describe, expect, it } from 'vitest';
import { dayAxis, monthStarts, monthTicks } from '#src/chart/month-ticks.ts';

describe('dayAxis', () => {
  it('places days between the first and the last', () => {
    const { at } = dayAxis('2026-03-01', '2026-03-31');
    expect(['2026-03-01', '2026-03-16', '2026-03-31', '2025-01-01', '2027-01-01'].map(at)).toEqual([0, 0.5, 1, 0, 1]);
  });
});

describe('monthTicks', () => {
  it('labels every month if there are few', () => {
    expect(labels('2026-10-01', '2027-02-28')).toEqual(['Oct', 'Nov', 'Dec', '2027', 'Feb']);
  });

  it('labels fewer of many months, evenly over the year', () => {
    expect(labels('2026-01-01', '2026-12-31')).toEqual(['2026', 'Mar', 'May', 'Jul', 'Sep', 'Nov']);
    expect(labels('2024-02-01', '2027-06-30')).toEqual(['Jul', '2025', 'Jul', '2026', 'Jul', '2027']);
    expect(labels('1990-01-01', '2026-12-31').length).toBeLessThanOrEqual(8);
  });
});

describe('monthStarts', () => {
  it('is the week in which a month begins', () => {
    const weeks = ['2026-07-20', '2026-07-27', '2026-08-03', '2026-08-31'];
    expect(monthStarts(weeks)).toEqual([
      { month: '2026-07', at: 0 },
      { month: '2026-08', at: 0.25 },
      { month: '2026-09', at: 0.75 },
    ]);
  });
});

function labels(from: string, to: string): string[] {
  return monthTicks(dayAxis(from, to).months).map(({ label }) => label);
}
