import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ContextItem,
  type ContextSection,
  cutDocument,
  indentedLines,
  shortLine,
} from '#src/memory/retro-sections.ts';

const section = (heading: string, items: ContextItem[]): ContextSection => ({
  heading,
  notes: [],
  items,
  more: (count) => `… and ${count} more`,
});
const item = (name: string, rank: number, length = 40): ContextItem => ({
  full: `${name} ${'x'.repeat(length)}`,
  brief: `${name} in a few words`,
  rank,
});
const ORDER = ['b', 'a'] as const;
const sections = () => ({
  a: section('## A', [item('a0', 0), item('a1', 1)]),
  b: section('## B', [item('b0', 0), item('b1', 1), item('b2', 2)]),
});
const lengthOf = (limit: number) => cutDocument(['Top'], sections(), ORDER, limit).length;

describe('cutDocument', () => {
  const whole = cutDocument(['Top'], sections(), ORDER, 10_000);

  it('prints everything if there is room', () => {
    expect(whole.split('\n').filter((line) => /^[ab]\d x/.test(line))).toHaveLength(5);
    expect(cutDocument(['Top'], sections(), ORDER, whole.length)).toBe(whole);
  });

  it('shortens the lowest-ranked item of the first section to cut, and no more than needed', () => {
    const cut = cutDocument(['Top'], sections(), ORDER, whole.length - 1);
    expect(cut).toBe(whole.replace(/b2 x+/, 'b2 in a few words'));
  });

  it('shortens everything before it omits anything, and counts what it omits', () => {
    const brief = whole.replace(/([ab]\d) x+/g, '$1 in a few words').length;
    expect(cutDocument(['Top'], sections(), ORDER, brief - 1)).toMatch(
      /a0 in a few words\na1 in a few words\n\n## B\nb0 in a few words\nb1 in a few words\n… and 1 more$/,
    );
  });

  it('keeps the opening, headings and counts when nothing else fits', () => {
    expect(cutDocument(['Top'], sections(), ORDER, 0)).toBe('Top\n\n## A\n… and 2 more\n\n## B\n… and 3 more');
  });

  it('keeps the order of the items, whatever their ranks', () => {
    const given = { a: section('## A', [item('a0', 5), item('a1', 1)]), b: section('## B', []) };
    expect(cutDocument(['Top'], given, ORDER, 86)).toMatch(/a0 in a few words\na1 x+\n/);
  });

  it('never exceeds the limit if the headings fit', () => {
    const items = fc.array(fc.tuple(fc.nat(9), fc.nat(200)), { maxLength: 40 });
    fc.assert(
      fc.property(items, items, fc.integer({ min: 60, max: 4000 }), (a, b, limit) => {
        const of = (each: [number, number][]) => each.map(([rank, length], n) => item(`i${n}`, rank, length));
        const text = cutDocument(['Top'], { a: section('## A', of(a)), b: section('## B', of(b)) }, ORDER, limit);
        expect(text.length).toBeLessThanOrEqual(limit);
      }),
    );
    expect(lengthOf(whole.length - 1)).toBeLessThan(whole.length);
  });
});

describe('shortLine', () => {
  it('is one clipped, printable line', () => {
    expect(shortLine('a\n\u001b[31m b', 40)).toBe('a \\u{1b}[31m b');
    expect(shortLine('\u202e'.repeat(50), 20)).toHaveLength(20);
  });
});

describe('indentedLines', () => {
  it('indents non-empty lines and counts the rest', () => {
    expect(indentedLines('one\n\n## Events\nthree', 2, 40)).toEqual(['    one', '    ## Events', '    … 1 more lines']);
    expect(indentedLines(' \n', 2, 40)).toEqual([]);
  });
});
