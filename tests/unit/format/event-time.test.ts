import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventLine } from '#src/format/event-line.ts';
import { tick, timePrefix } from '#src/format/event-time.ts';
import { day, dayAndTime } from './generated.ts';

describe('tick', () => {
  it.each([
    ['a time', { date: '2026-03-24', time: null }, null, '09:00', { date: '2026-03-24', time: '09:00' }],
    ['the same time', { date: '2026-03-24', time: '09:00' }, null, '09:00', { date: '2026-03-24', time: '09:00' }],
    ['a smaller time', { date: '2026-03-24', time: '09:00' }, null, '08:59', { date: '2026-03-25', time: '08:59' }],
    [
      'a smaller time at the end of a year',
      { date: '2026-12-31', time: '09:00' },
      null,
      '08:59',
      { date: '2027-01-01', time: '08:59' },
    ],
    [
      'a smaller time before a leap day',
      { date: '2024-02-28', time: '09:00' },
      null,
      '08:59',
      { date: '2024-02-29', time: '08:59' },
    ],
    ['neither day nor time', { date: '2026-03-24', time: '09:00' }, null, null, { date: '2026-03-24', time: '09:00' }],
    [
      'a day and a time',
      { date: '2026-03-24', time: '09:00' },
      '2026-03-20',
      '08:00',
      { date: '2026-03-20', time: '08:00' },
    ],
  ] as const)('goes on by %s', (_, before, date, time, after) => {
    expect(tick(before, date, time)).toEqual(after);
  });
});

describe('timePrefix', () => {
  it.each([
    ['14:32', { date: '2026-03-24', time: null }, '2026-03-24', '14:32'],
    ['14:32', { date: '2026-03-24', time: '14:32' }, '2026-03-24', '14:32'],
    ['2026-03-24 14:31', { date: '2026-03-24', time: '14:32' }, '2026-03-24', '14:31'],
    ['2026-03-25 00:10', { date: '2026-03-24', time: '23:50' }, '2026-03-25', '00:10'],
    ['2026-03-23 14:32', { date: '2026-03-24', time: null }, '2026-03-23', '14:32'],
  ])('writes %s', (prefix, before, date, time) => {
    expect(timePrefix(before, { date, time })).toBe(prefix);
  });

  it('writes a prefix from which a reader gets the same day and time', () => {
    const clock = fc.record({ date: day, time: fc.option(dayAndTime.map(({ time }) => time)) });
    fc.assert(
      fc.property(clock, dayAndTime, (before, now) => {
        const event = readEventLine(`- ${timePrefix(before, now)} [ERROR] x`);
        expect(event).toMatchObject({ kind: 'event' });
        if (event?.kind === 'event') expect(tick(before, event.date, event.time)).toEqual(now);
      }),
    );
  });
});
