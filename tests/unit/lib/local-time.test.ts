import { describe, expect, it } from 'vitest';
import { OWN_ZONE, sessionZone } from '#src/lib/local-time.ts';

const late = Date.parse('2026-03-24T23:30:00Z');

describe('sessionZone', () => {
  it.each([
    ['+05:30', '2026-03-25', '05:00'],
    ['-09:30', '2026-03-24', '14:00'],
    ['+00:00', '2026-03-24', '23:30'],
  ])('has the offset %s', (offset, date, time) => {
    const zone = sessionZone(offset);
    expect(zone.timeOf(late)).toMatchObject({ date, time });
    expect(zone.momentOf(date, time)).toBe(late);
  });

  it('keeps its offset after the clocks of this process change', () => {
    const before = Date.parse('2026-03-29T00:40:00Z');
    const after = Date.parse('2026-03-29T02:00:00Z');
    expect([before, after].map((moment) => OWN_ZONE.timeOf(moment).time)).toEqual(['01:40', '04:00']);
    expect([before, after].map((moment) => sessionZone('+01:00').timeOf(moment).time)).toEqual(['01:40', '03:00']);
    expect(sessionZone('+01:00').momentOf('2026-03-29', '03:00')).toBe(after);
  });

  it.each([undefined, '', '2h'])('is the zone of this process without an offset: %s', (offset) => {
    expect(sessionZone(offset)).toBe(OWN_ZONE);
    const { date, time } = OWN_ZONE.timeOf(late);
    expect(OWN_ZONE.momentOf(date, time)).toBe(late);
  });

  it('has no moment for an invalid time', () => {
    expect(OWN_ZONE.momentOf('', '14:00')).toBeNaN();
    expect(sessionZone('+05:30').momentOf('2026-03-24', '')).toBeNaN();
  });
});
