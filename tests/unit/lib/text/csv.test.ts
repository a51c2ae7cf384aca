import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from '#src/lib/text/escape.ts';

describe('csv', () => {
  it('ends every line with CR LF, the header first', () => {
    expect(csv(['week', 'hits'], [['2026-09-14', 3]])).toBe('week,hits\r\n2026-09-14,3\r\n');
    expect(csv(['week'], [])).toBe('week\r\n');
  });

  it('quotes characters that would end a field', () => {
    expect(csv(['a'], [['one, two'], ['say "no"'], ['up\r\ndown']])).toBe(
      'a\r\n"one, two"\r\n"say ""no"""\r\n"up\r\ndown"\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes %j harmless', (text) => {
    expect(
      csv(['a'], [[text]])
        .replace('"', '')
        .slice(3),
    ).toMatch(/^'/);
  });

  it('keeps numbers as numbers, including negative ones, and leaves null empty', () => {
    expect(csv(['a', 'b'], [[-1.5, null]])).toBe('a,b\r\n-1.5,\r\n');
  });

  it('lets a reader get every text back, with an added apostrophe at most', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 })), (rows) => {
        const read = readCsv(csv(['a', 'b'], rows)).slice(1);
        expect(read.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n])/, '')))).toEqual(
          rows.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n])/, ''))),
        );
      }),
    );
  });
});

/** RFC 4180, as a spreadsheet reads it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
