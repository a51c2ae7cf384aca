import { describe, expect, it } from 'vitest';
import { brokenRulesIn, EMPTY_LOOKUP, type Lookup, parseLookup, serializeLookup } from '#src/memory/lookup.ts';

const LOOKUP: Lookup = {
  scanned: '2026-08-04T08:23:05Z',
  through: null,
  files: new Map([
    ['a.md', { size: 1, mtimeMs: 2.5, hash: 'h', born: '2026-08-01T00:00:00Z', written: '2026-08-01T00:00:00Z' }],
  ]),
  memories: new Map([['a.md', { count: 2, isBroken: false, events: ['s#e-1'] }]]),
  mistakes: [
    { root: '/a', count: 1, last: 's#e-1', file: null, misses: [{ event: 's#e-1', words: { 'name a.b': 2 } }] },
  ],
  noted: [{ root: '/a', event: 's#e-2', noted: '2026-08-04T08:23:05Z', file: 'a.md', breaksRule: true, words: {} }],
};

describe('the lookup file', () => {
  it('reads back what was written', () => {
    expect(parseLookup(serializeLookup(LOOKUP))).toEqual(LOOKUP);
    expect(parseLookup(serializeLookup(EMPTY_LOOKUP))).toEqual(EMPTY_LOOKUP);
  });

  it('is empty if any part is invalid', () => {
    const good = JSON.parse(serializeLookup(LOOKUP));
    const spoilt = [
      { ...good, version: 1 },
      { ...good, files: null },
      { ...good, files: { 'a.md': { ...good.files['a.md'], hash: 1 } } },
      { ...good, memories: { 'a.md': { count: '2', isBroken: true, events: [] } } },
      { ...good, mistakes: [{ ...good.mistakes[0], misses: [null] }] },
      { ...good, noted: [{ ...good.noted[0], file: 3 }] },
      { ...good, noted: {} },
    ];
    for (const value of spoilt) expect(parseLookup(JSON.stringify(value))).toEqual(EMPTY_LOOKUP);
    for (const text of ['', 'null', '[]', '"x"', '{']) expect(parseLookup(text)).toEqual(EMPTY_LOOKUP);
  });

  it('keeps only the newest noted misses', () => {
    const noted = Array.from({ length: 500 }, (_, n) => ({
      root: '',
      event: `s#e-${n}`,
      noted: '',
      file: null,
      breaksRule: false,
      words: {},
    }));
    expect(parseLookup(serializeLookup({ ...LOOKUP, noted })).noted.at(-1)?.event).toBe('s#e-499');
    expect(parseLookup(serializeLookup({ ...LOOKUP, noted })).noted).toHaveLength(300);
  });
});

describe('brokenRulesIn', () => {
  it('adds noted misses to those of the archive', () => {
    expect(brokenRulesIn(LOOKUP)).toEqual([{ file: 'a.md', count: 3 }]);
    expect(brokenRulesIn({ ...LOOKUP, noted: [] })).toEqual([]);
  });
});
