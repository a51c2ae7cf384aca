import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml, writeYaml } from '#src/lib/yaml.ts';

const DRAFT = `# mine
title: "The third time" # for now
tags: [claude-code, 'memory']

beats:
  # the best of all
  - role: fall
    event: 3f6c0a1e#e-3fa9c1
`;

describe('readYaml', () => {
  it('reads maps, lists and plain values', () => {
    expect(readYaml(DRAFT)).toMatchObject({
      problem: null,
      value: {
        title: 'The third time',
        tags: ['claude-code', 'memory'],
        beats: [{ role: 'fall', event: '3f6c0a1e#e-3fa9c1' }],
      },
    });
  });

  it.each([
    ['', null],
    ['# nothing yet\n', null],
    ['\uFEFFpart: 2\r\n', { part: '2' }],
    ['part: 2\r\ndone: true\r\nnone:\r\n', { part: '2', done: 'true', none: null }],
    ['day: 2026-03-24\nagreed: yes\n', { day: '2026-03-24', agreed: 'yes' }],
    ['%YAML 1.1\n---\nday: 2026-03-24\nagreed: yes\n<<: 1\n', { day: '2026-03-24', agreed: 'yes', '<<': '1' }],
    ['12e4: a\n0x10: b\n', { '12e4': 'a', '0x10': 'b' }],
  ])('reads %j', (text, value) => {
    expect(readYaml(text)).toMatchObject({ value, problem: null });
  });

  it('treats a key of the prototype as an ordinary key', () => {
    const { value } = readYaml('__proto__:\n  polluted: true\n');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['a: &x 1\nb: *x\n', 2, 4, 'aliases (*) are not allowed'],
    ['a: !!js/function "x"\n', 1, 18, 'type tags (!) are not allowed'],
    ['a: !!binary AAAA\n', 1, 13, 'type tags (!) are not allowed'],
    ['a: 1\nb: 2\na: 3\n', 3, 1, 'duplicate key'],
    ['? [a]\n: b\n', 1, 3, 'a key is not plain text'],
    ['a: [b\n', 2, 1, 'bad indent'],
    ['a: 1\n---\nb: 2\n', 2, 1, 'multiple docs'],
    ['a:\tb\n\tc: d\n', 2, 1, 'tab as indent'],
  ])('rejects %j with its place', (text, line, column, fault) => {
    expect(readYaml(text)).toMatchObject({ value: null, problem: { line, column, fault } });
  });

  it('rejects text that is too large or nested too deeply', () => {
    expect(readYaml('a'.repeat(256 * 1024 + 1)).problem?.fault).toBe('it is larger than 256 KiB');
    expect(readYaml('['.repeat(100_000)).problem).not.toBeNull();
    expect(readYaml('- '.repeat(100_000)).problem).not.toBeNull();
  });

  it('reads as many keys as fit', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n');
    expect(Object.keys(readYaml(text).value as object)).toHaveLength(20_000);
  });

  it('gives the place of a value, or of its nearest container', () => {
    const { placeOf } = readYaml(`${DRAFT}series:\n`);
    expect(placeOf(['beats', 0, 'event'])).toEqual({ line: 8, column: 12 });
    expect(placeOf(['beats', 0, 'more'])).toEqual({ line: 7, column: 5 });
    expect(placeOf(['beats', 7])).toEqual({ line: 7, column: 3 });
    expect(placeOf(['series'])).toEqual({ line: 9, column: 1 });
    expect(placeOf(['nothing', 'here'])).toEqual({ line: 2, column: 1 });
    expect(readYaml('').placeOf(['title'])).toEqual({ line: 1, column: 1 });
  });

  it('gives each value as it is written', () => {
    expect(readYaml('a: 1984\nb: 1.10\nc: "x"\nd:\ne: ~\nf: "~"\n').value).toEqual({
      ...{ a: '1984', b: '1.10', c: 'x', d: null, e: null, f: '~' },
    });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(...'a\n-[]{}!|"#'.split(''), ': ', '  ', '- ', '&a', '*a', '? ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const { problem, placeOf } = readYaml(text);
          expect(problem?.line ?? placeOf([]).line).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('writeYaml', () => {
  it('writes nothing for an object without keys', () => expect(writeYaml({})).toBe(''));

  it('writes values that are read back unchanged', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...'yes 2026-03-24 12e4 ~ *a !a \u0085 --- %a "'.split(' '),
        '- a',
        '# a',
        'a: b',
        ' a ',
        'a\nb\n',
      ),
    );
    const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text, { noNullPrototype: true }));
    fc.assert(
      fc.property(value, text, (title, key) => {
        const written = { title, more: { [key]: title } };
        expect(readYaml(writeYaml(written))).toMatchObject({ problem: null, value: written });
      }),
      { numRuns: 30 },
    );
  });
});
