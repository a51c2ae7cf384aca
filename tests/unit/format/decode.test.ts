import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#src/format/decode.ts';
import { LARGEST_FILE } from '#src/lib/read-file.ts';
import { anyText } from './generated.ts';

function bytesOf(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? Buffer.from(part) : part)));
}

describe('decodeText', () => {
  it('decodes UTF-8', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = text.toWellFormed().replace(/^\ufeff+/, '');
        expect(decodeText(Buffer.from(whole))).toEqual({ text: whole });
        expect(decodeText(Buffer.from(`\ufeff${whole}`))).toEqual({ text: whole });
      }),
    );
  });

  it.each([
    ['little-endian', 'utf16le'],
    ['big-endian', 'swapped'],
  ])('recognises UTF-16, %s', (words, encoding) => {
    const little = Buffer.from('\ufeff---\nsession_id: x\n', 'utf16le');
    const decoded = decodeText(encoding === 'swapped' ? little.swap16() : little);
    expect(decoded).toMatchObject({
      problem: { code: 'CHRONICLE_NOT_UTF8', line: 1, column: 1, message: expect.stringContaining(words) },
    });
  });

  it.each<[string, Uint8Array, number, number]>([
    ['at the beginning', bytesOf([0xff], 'a'), 1, 1],
    ['after letters', bytesOf('ab', [0xff]), 1, 3],
    ['after characters of several bytes', bytesOf('é日', [0xe9], 'x'), 1, 3],
    ['after a character of two units', bytesOf('😀', [0xe9], 'x'), 1, 3],
    ['on a later line', bytesOf('a\nb\nc', [0xfc], 'd\n'), 3, 2],
    ['after CRLF', bytesOf('a\r\nb\r\nc', [0xfc]), 3, 2],
    ['after a carriage return, which does not end a line', bytesOf('a\rb', [0xfc]), 1, 4],
    ['after a byte order mark', bytesOf('\ufeffa', [0xfc]), 1, 2],
    ['in a character that breaks off', bytesOf('ab', [0xe2, 0x82], 'c'), 1, 3],
    ['in a character that breaks off at a line end', bytesOf('ab', [0xf0, 0x9f, 0x98], '\nc'), 1, 3],
    ['in a character that breaks off at the end', bytesOf('a\nb', [0xe2, 0x82]), 2, 2],
    ['in an overlong form', bytesOf('a', [0xc0, 0xaf]), 1, 2],
    ['in half a surrogate pair', bytesOf('a', [0xed, 0xa0, 0x80]), 1, 2],
    ['after the character that replaces others', bytesOf('a\ufffdb', [0xff]), 1, 4],
  ])('finds an invalid byte %s', (_, bytes, line, column) => {
    expect(decodeText(bytes)).toMatchObject({ problem: { code: 'CHRONICLE_NOT_UTF8', line, column } });
  });

  it('accepts any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decodeText(bytes);
        expect('text' in decoded).toBe(Buffer.from(Buffer.from(bytes).toString()).equals(bytes));
      }),
    );
  });

  it('refuses a file that is too large', () => {
    expect(decodeText(new Uint8Array(LARGEST_FILE + 1))).toMatchObject({
      problem: { code: 'CHRONICLE_TOO_LARGE', line: 1, column: 1 },
    });
  });
});
