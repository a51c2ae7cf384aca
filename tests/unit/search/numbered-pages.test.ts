import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withRecordIds } from '#src/node/search/numbered-pages.ts';
import { readRecordId, recordId } from '#src/search/record-id.ts';

/** A file as Pagefind writes it, with these ids, before it is compressed. */
function file(ids: readonly string[]): number[] {
  const pages = ids.flatMap((id, n) => [...head(4, 2), ...text(id), ...head(0, n * 100)]);
  return [...ascii('pagefind_dcd'), ...head(4, 5), ...text('1.5.2'), ...head(4, ids.length), ...pages, 1, 2];
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

function rewritten(bytes: readonly number[], records: number): number[] {
  return [...gunzipSync(withRecordIds(gzipSync(Uint8Array.from(bytes)), '2026-q4', records))];
}

it('puts the numbers of records in place of digests, and changes nothing else', () => {
  for (const count of [0, 1, 23, 24, 300]) {
    const digests = Array.from({ length: count }, (_, n) => `en_${(n * 7919).toString(16).padStart(7, '0')}`);
    const ids = digests.map((_, n) => recordId('2026-q4', n));
    expect(rewritten(file(digests), count)).toEqual(file(ids));
    expect(ids.map(readRecordId)).toEqual(digests.map((_, number) => ({ quarter: '2026-q4', number })));
  }
});

it('refuses a file that is cut, of another form, or with another number of records', () => {
  const whole = file(['en_1f3a09c', 'en_2f3a09c']);
  for (let length = 0; length < whole.length - 2; length++)
    expect(() => rewritten(whole.slice(0, length), 2)).toThrow('in a form that is not known');
  for (const records of [0, 1, 3]) expect(() => rewritten(whole, records)).toThrow('in a form that is not known');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(5), (bytes, records) => {
      expect(() => rewritten([...bytes], records)).toThrow('in a form that is not known');
    }),
  );
});
