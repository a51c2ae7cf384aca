import { describe, expect, it } from 'vitest';
import { localTime, localTimesLike } from '#src/record/local-time.ts';

const started = new Date('2026-03-24T14:00:00Z');
const late = new Date('2026-03-24T23:30:00Z');

describe('localTimesLike', () => {
  it.each([
    ['+05:30', '2026-03-25 05:00'],
    ['-09:30', '2026-03-24 14:00'],
    ['+00:00', '2026-03-24 23:30'],
  ])('tells times with the offset %s', (offset, expected) => {
    const { date, time } = localTimesLike(started, offset)(late);
    expect(`${date} ${time}`).toBe(expected);
  });

  it('follows the clock of this process if it had the offset then', () => {
    const summer = new Date('2026-07-24T23:30:00Z');
    expect(localTimesLike(started, localTime(started).offset)(summer)).toEqual(localTime(summer));
    expect(localTimesLike(started, undefined)(late)).toEqual(localTime(late));
  });
});
