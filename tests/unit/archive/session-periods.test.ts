import { expect, it } from 'vitest';
import { byPeriod } from '#src/archive/session-periods.ts';
import type { Session } from '#src/chronicle/session.ts';

const on = (date: string) => ({ chronicle: { frontMatter: { date } } }) as Session;
const periods = (...dates: string[]) =>
  byPeriod(dates.map(on)).map(([period, sessions]) => [period, ...sessions.map((s) => s.chronicle.frontMatter.date)]);

it('divides sessions by the newest week, the quarters of its year and earlier years, newest first', () => {
  expect(
    periods(
      '2026-11-19',
      '2026-11-15',
      '2026-11-14',
      '2026-10-01',
      '2026-09-30',
      '2026-01-01',
      '2025-12-31',
      '2024-06-01',
    ),
  ).toEqual([
    ['2026-q4-11-15', '2026-11-19', '2026-11-15'],
    ['2026-q4', '2026-11-14', '2026-10-01'],
    ['2026-q3', '2026-09-30'],
    ['2026-q1', '2026-01-01'],
    ['2025', '2025-12-31'],
    ['2024', '2024-06-01'],
  ]);
});

it.each([
  ['2026-02-01', '2026-q1-02-01'],
  ['2026-02-07', '2026-q1-02-01'],
  ['2026-02-08', '2026-q1-02-08'],
  ['2026-05-21', '2026-q2-05-15'],
  ['2026-12-31', '2026-q4-12-22'],
])('counts %s to the week %s', (date, week) => {
  expect(periods(date)).toEqual([[week, date]]);
});

it('has no periods without sessions', () => {
  expect(byPeriod([])).toEqual([]);
});
