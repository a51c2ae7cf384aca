import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePageIds } from '#site/scripts/page-ids.ts';

/** A file as Pagefind writes it: `heads` are numbers, texts their characters. */
function file(ids: readonly string[]): Uint8Array {
  const pages = ids.flatMap((id, n) => [...head(4, 2), ...text(id), ...head(0, n * 100)]);
  return Uint8Array.from([
    ...ascii('pagefind_dcd'),
    ...head(4, 5),
    ...text('1.5.2'),
    ...head(4, ids.length),
    ...pages,
    1,
    2,
  ]);
}

function head(kind: number, value: number): number[] {
  if (value < 24) return [(kind << 5) | value];
  return value < 256 ? [(kind << 5) | 24, value] : [(kind << 5) | 25, value >> 8, value & 255];
}

function text(value: string): number[] {
  return [...head(3, value.length), ...ascii(value)];
}

function ascii(value: string): number[] {
  return Array.from(value, (letter) => letter.charCodeAt(0));
}

it('reads the ids in their order', () => {
  const ids = Array.from({ length: 300 }, (_, n) => `en_${(n * 7919).toString(16).padStart(7, '0')}`);
  expect(parsePageIds(file(ids))).toEqual(ids);
  expect(parsePageIds(file([]))).toEqual([]);
});

it('refuses a file that is cut or of another form, and nothing else happens', () => {
  const whole = file(['en_1f3a09c', 'en_2f3a09c']);
  for (let length = 0; length < whole.length - 2; length++)
    expect(() => parsePageIds(whole.subarray(0, length))).toThrow('The search index is damaged.');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(() => parsePageIds(bytes)).toThrow('The search index is damaged.');
    }),
  );
});
