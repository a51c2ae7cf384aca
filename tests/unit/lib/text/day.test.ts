import { describe, expect, it } from 'vitest';
import { counted, dayRange, duration, fullDay, localMinute, monthName, shortDay } from '#src/lib/text/day.ts';
import { spelled } from '#src/lib/spelled.ts';

describe('days', () => {
  it('are read from the text, without a time zone', () => {
    expect(fullDay('2026-09-14')).toBe('Mon 14 Sep 2026');
    expect(shortDay('2026-03-01')).toBe('1 Mar');
    expect(monthName('2026-09')).toBe('September');
  });

  it('form a range with the year only once if it is the same', () => {
    expect(dayRange('2026-07-24', '2026-11-20')).toBe('24 Jul to 20 Nov 2026');
    expect(dayRange('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 to 2 Jan 2026');
    expect(dayRange('2026-07-24', '2026-07-24')).toBe('24 Jul 2026');
  });

  it('are local for a moment', () => {
    expect(localMinute('2026-11-20T17:40:12.000Z')).toBe('20 Nov, 18:40');
  });
});

describe('numbers', () => {
  it('are counted in the singular or plural', () => {
    const counts = [0, 1, 2, 1234].map((count) => counted(count, 'event'));
    expect(counts).toEqual(['no events', '1 event', '2 events', '1,234 events']);
    expect(counted(2, 'place needs', 'places need')).toBe('2 places need');
    expect([0, 3, 11].map(spelled)).toEqual(['No', 'Three', '11']);
  });

  it('are shown in hours and minutes', () => {
    expect([0, 44, 60, 146, 4300].map(duration)).toEqual(['0 min', '44 min', '1 h', '2 h 26', '71 h 40']);
  });
});
