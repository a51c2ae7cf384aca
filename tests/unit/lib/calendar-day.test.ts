import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, isDay, mondayOf, nextDay } from '#src/lib/calendar-day.ts';

describe('isDay', () => {
  it.each(['2026-03-24', '2024-02-29', '2000-02-29', '1000-01-01', '2999-12-31'])('takes %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    ...'2026-02-29 2026-02-30 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00 2026-99-99'.split(' '),
    ...'2026-3-24 24.03.2026 2026-03-24T00:00:00Z 0026-03-24 9999-12-31 +02026-03-24 ２０２６-03-24'.split(' '),
    ...['', ' 2026-03-24', '2026-03-24\n'],
  ])('rejects %j', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('nextDay', () => {
  it('returns a later day', () => {
    const from = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('2998-12-31T00:00:00Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(from), (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(isDay(nextDay(day))).toBe(true);
        expect(Date.parse(nextDay(day)) - Date.parse(day)).toBe(86_400_000);
      }),
    );
  });

  it('returns other text unchanged', () => {
    expect(nextDay('')).toBe('');
    expect(nextDay('2026-02-30')).toBe('2026-02-30');
  });
});

describe('mondayOf', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ])('finds the week of %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });

  it('is empty, as a later day is, for what is not a day', () => {
    expect([mondayOf('later'), dayAfter('2026-99-99', 3)]).toEqual(['', '']);
  });
});
