import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContextItem, cutDocument, indentedLines, sectionOf, shortLine } from '#src/memory/retro-sections.ts';

const item = (name: string, length = 40) => `${name}\n${'x'.repeat(length)}`;
const section = (heading: string, items: (string | ContextItem)[]) => sectionOf(heading, items, ['thing', 'a command']);
const sections = () => ({
  a: section('A', [item('a0'), { text: item('a1'), rank: 9 }, item('a2')]),
  b: section('B', [item('b0'), item('b1'), item('b2')]),
});
const cut = (limit: number) => cutDocument(['Top'], sections(), ['b', 'a'], limit);

describe('cutDocument', () => {
  const whole = cut(10_000);

  it('prints everything if there is room', () => {
    expect(whole.split('\n').filter((line) => /^x+$/.test(line))).toHaveLength(6);
    expect(cut(whole.length)).toBe(whole);
  });

  it('cuts the last items of the first section to their first lines, then those of the next, before it omits any', () => {
    expect(cut(whole.length + 239)).toBe(whole);
    expect(cut(whole.length - 1)).toMatch(/\nb2$/);
    const brief = whole.replace(/\nx+/g, '');
    expect(cut(brief.length + 240)).toBe(brief);
    expect(cut(brief.length + 239)).toBe(`${brief.replace(/\nb2$/, '')}\n… and 1 more thing: a command`);
  });

  it('keeps the opening, headings and counts when nothing else fits', () => {
    expect(cut(0)).toBe('Top\n\n## A\n… and 3 more things: a command\n\n## B\n… and 3 more things: a command');
  });

  it('never exceeds the limit if the headings fit', () => {
    const items = fc.array(fc.tuple(fc.nat(9), fc.nat(200)), { maxLength: 40 });
    fc.assert(
      fc.property(items, items, fc.integer({ min: 300, max: 4000 }), (a, b, limit) => {
        const of = (each: [number, number][]) =>
          each.map(([rank, length], n) => ({ text: item(`i${n}`, length), rank }));
        const text = cutDocument(['Top'], { a: section('A', of(a)), b: section('B', of(b)) }, ['b', 'a'], limit);
        expect(text.length).toBeLessThanOrEqual(limit);
      }),
    );
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
