import { describe, expect, it } from 'vitest';
import { localTime, OWN_ZONE, zoneLike } from '#src/record/local-time.ts';

const began = Date.parse('2026-03-24T14:00:00Z');
const late = Date.parse('2026-03-24T23:30:00Z');

describe('zoneLike', () => {
  it.each([
    ['+05:30', '2026-03-25', '05:00'],
    ['-09:30', '2026-03-24', '14:00'],
    ['+00:00', '2026-03-24', '23:30'],
  ])('has the offset %s', (offset, date, time) => {
    const zone = zoneLike(began, offset);
    expect(zone.timeOf(late)).toMatchObject({ date, time });
    expect(zone.momentOf(date, time)).toBe(late);
  });

  it('is the zone of this process if that had the offset then', () => {
    expect(zoneLike(began, localTime(new Date(began)).offset)).toBe(OWN_ZONE);
    expect(zoneLike(began, undefined)).toBe(OWN_ZONE);
    const { date, time } = OWN_ZONE.timeOf(late);
    expect(OWN_ZONE.momentOf(date, time)).toBe(late);
  });

  it('has no moment for an invalid time', () => {
    expect(OWN_ZONE.momentOf('', '14:00')).toBeNaN();
    expect(zoneLike(began, '+05:30').momentOf('2026-03-24', '')).toBeNaN();
  });
});
