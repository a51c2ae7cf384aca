import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '#src/memory/proposals/json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('jsonFault', () => {
  it.each([
    ['', 1, 1, 'the text ends too early'],
    ['{"a":1,}', 1, 8, 'a key in quotes is expected here'],
    ["{'a':1}", 1, 2, 'a key in quotes or } is expected here'],
    ['{"a" 1}', 1, 6, 'a colon is expected here'],
    ['[1\n 2]', 2, 2, 'a comma or ] is expected here'],
    ['"a\nb"', 1, 3, 'line breaks are not allowed in strings; write \\n'],
    ['"a\\x"', 1, 3, 'this backslash does not start a JSON escape; write \\\\ for a backslash'],
    ['"abc\\"', 1, 1, 'the string that begins here is never closed'],
    ['{} x', 1, 4, 'the end is expected here'],
    ['[01]', 1, 2, 'a value or ] is expected here'],
  ])('%j: line %d, column %d', (text, line, column, fault) => {
    expect(jsonFault(text)).toEqual({ line, column, fault });
  });

  it('finds nothing in valid JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonFault(text)).toBeNull();
      }),
    );
  });

  it('agrees with the engine on what is JSON', () => {
    const text = fc.stringMatching(/^[{}[\],:"\\ntrue1.e+ -]{0,12}$/);
    const cut = fc
      .tuple(fc.json(), fc.nat(20))
      .map(([json, at]) => json.slice(0, -1 - at) + json.slice(json.length - at));
    fc.assert(
      fc.property(fc.oneof(text, cut), (each) => {
        expect([each, jsonFault(each) === null]).toEqual([each, isJson(each)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('handles 100,000 nested lists and a string of 5 MB', () => {
    expect(jsonFault('['.repeat(100_000))).not.toBeNull();
    expect(jsonFault(`"${'x'.repeat(5_000_000)}`)?.fault).toContain('never closed');
  });
});
