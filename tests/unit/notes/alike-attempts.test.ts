import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areAlike, attemptOf } from '#src/notes/tried.ts';
import { attemptQuality } from './labelled-attempts.ts';

const alike = (a: string, b: string) => areAlike(attemptOf(a), attemptOf(b));

describe('areAlike', () => {
  it.each([
    ['httpOnly cookie for the JWT → Safari blocks it', 'stored the JWT in an httpOnly cookie → blocked by Safari'],
    ["waitForSelector('.ready') before the click → flaky", 'clicking after waitForSelector(".ready") → still flaky'],
    ['bcrypt with ten rounds → too slow', 'bcrypt, 10 rounds → slow'],
    ['ANALYZE orders', 'analyze on the orders table'],
  ])('finds the same attempt in other words: %j, %j', (a, b) => {
    expect([alike(a, b), alike(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['another number', 'bcrypt with 10 rounds → slow', 'bcrypt with 4 rounds → slow'],
    ['another name', 'Cache-Control: no-store on index.html', 'Cache-Control: no-cache on index.html'],
    ['the opposite', 'enabling the flag for staff → fails', 'disabling the flag for staff → fails'],
    ['another problem', 'index on orders → ignored', 'pod install → linker error'],
    ['nothing in common', '', ''],
  ])('tells apart %s', (_, a, b) => {
    expect([alike(a, b), alike(b, a)]).toEqual([false, false]);
  });

  it('finds a line like itself, in either order, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(alike(a, b)).toBe(alike(b, a));
        if (attemptOf(a).words.size > 0) expect(alike(a, a)).toBe(true);
      }),
    );
  });

  it('keeps its precision on the labelled lines', () => {
    const { precision, recall } = attemptQuality('development');
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});
