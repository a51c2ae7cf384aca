import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { seriesYaml } from '#src/posts/series/series-yaml.ts';

const part = fc.record({
  title: fc.string({ unit: 'grapheme' }),
  idea: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  events: fc.array(fc.stringMatching(/^[0-9a-z]{6,9}#e-[0-9a-f]{6}$/)),
});

describe('seriesYaml', () => {
  it('is laid out for people', () => {
    const parts = [
      { title: 'The rule that was written down', idea: 'Read, not kept: why?', events: ['3f6c0a1e#e-3fa9c1'] },
      { title: 'yes', idea: '', events: [] },
    ];
    expect(seriesYaml({ title: "Teaching a machine's memory", parts })).toBe(`title: Teaching a machine's memory
parts:
  - title: The rule that was written down
    idea: "Read, not kept: why?"
    events:
      - 3f6c0a1e#e-3fa9c1
  - title: "yes"
    idea: ""
    events: []
`);
    expect(seriesYaml({ title: 'Empty', parts: [] })).toBe('title: Empty\nparts: []\n');
  });

  it('reads back the same, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(part), (title, parts) => {
        expect(parse(seriesYaml({ title, parts }), { version: '1.2' })).toEqual({ title, parts });
        expect(parse(seriesYaml({ title, parts }), { version: '1.1' })).toEqual({ title, parts });
      }),
    );
  });

  it.each([
    '12:30',
    '0x1f',
    '1e3',
    '- a',
    '# no',
    'a: b',
    'null',
    '~',
    ' x',
    'x ',
    '2026-09-14',
    '\u2028\u0085x',
    '🙂',
    '=',
    '<<',
  ])('keeps %j a string', (title) => {
    expect(parse(seriesYaml({ title, parts: [] }), { version: '1.1' }).title).toBe(title);
  });
});
