import { describe, expect, it } from 'vitest';
import { momentOf } from '#src/transcript/moment.ts';

describe('momentOf', () => {
  it.each([
    ['2026-10-01T22:30:00Z', '+02:00', { date: '2026-10-02', time: '00:30' }],
    ['2026-10-01T00:10:59.5Z', '-05:30', { date: '2026-09-30', time: '18:40' }],
    ['2026-10-01T22:30:00Z', undefined, { date: '2026-10-01', time: '22:30' }],
    ['+012026-10-01T22:30:00Z', '+00:00', { date: '+012026-10-01', time: '22:30' }],
    ['+275760-09-13T00:00:00Z', '+02:00', { date: '', time: '' }],
    ['soon', '+02:00', { date: '', time: '' }],
  ])('converts %s with the offset %s', (utc, offset, local) => {
    expect(momentOf(utc, offset)).toEqual(local);
  });
});
