import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventLine, tick, timePrefix } from '#src/format/event.ts';
import { day, dayAndTime } from './generated.ts';

describe('tick', () => {
  it.each([
    ['2026-03-24', null, '- 09:00', '2026-03-24 09:00'],
    ['2026-03-24', '09:00', '- 09:00', '2026-03-24 09:00'],
    ['2026-03-24', '09:00', '- 08:59', '2026-03-25 08:59'],
    ['2026-12-31', '09:00', '- 08:59', '2027-01-01 08:59'],
    ['2024-02-28', '09:00', '- 08:59', '2024-02-29 08:59'],
    ['2026-03-24', '09:00', '- -', '2026-03-24 09:00'],
    ['2026-03-24', '09:00', '2026-03-20 08:00', '2026-03-20 08:00'],
  ])('goes on from %s %s by %s to %s', (day, clock, moment, after) => {
    const [date = null, time = null] = moment.split(' ').map((part) => (part === '-' ? null : part));
    const [afterDate, afterTime] = after.split(' ');
    expect(tick({ date: day, time: clock }, date, time)).toEqual({ date: afterDate, time: afterTime });
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
