import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packWords, type WordFiles } from '#src/search/pack-words.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { eachRecord, filesFor, placesFor, placesOf, readPlaces, readWords } from '#src/search/word-index.ts';
import { plainKey } from '#src/search/word-keys.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';

function record(text: string): SearchRecord {
  const place = { project: 'larder', session: 's', branch: 'main', task: '', event: '', anchor: '' };
  return { ...place, kind: 'prompt', tag: null, title: '', date: '2026-10-01', time: null, text };
}

/** The records of a key, each with the places of the key there. */
function recordsOf({ from, words, places }: WordFiles, key: string): [record: number, places: number[]][] {
  return filesFor(from, [[plainKey(key), plainKey(key)]]).flatMap((number) => {
    const { keys, bytes } = readWords(words[number] ?? expect.fail());
    const { file, list } = placesFor(number);
    const at = keys.indexOf(key);
    const own = placesOf(readPlaces(places[file] ?? expect.fail())[list]?.[at] ?? expect.fail());
    const found: [number, number[]][] = [];
    eachRecord(bytes[at] ?? expect.fail(), (each, weight) => {
      expect(weight).toBeGreaterThan(0);
      found.push([each, own[found.length] ?? []]);
    });
    return found;
  });
}

describe('packWords', () => {
  it('has the records and places of every key', () => {
    const files = packWords(['b a', 'c', 'a, - no_push a'].map(record));
    expect(recordsOf(files, 'a')).toEqual([
      [0, [1]],
      [2, [0, 2]],
    ]);
    expect(recordsOf(files, 'no_.push')).toEqual([[2, [1]]]);
    expect(recordsOf(files, '-push')).toEqual([[2, [1]]]);
    expect(recordsOf(files, 'p*')).toEqual([[2, []]]);
  });

  it('finds each word where it is, over many files', { tags: 'sample' }, () => {
    const word = fc.stringMatching(/^[a-z]{1,4}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 20 }),
        (texts) => {
          const padded = texts.map((words, n) => [
            ...words,
            ...Array.from({ length: 900 }, (_, i) => `pad${n * i}pad`),
          ]);
          const files = packWords(padded.map((words) => record(words.join(' '))));
          for (const each of new Set(texts.flat())) {
            const places = padded.map((words) => words.flatMap((own, at) => (own === each ? [at] : [])));
            const found = places.flatMap((own, n) => (own.length > 0 ? [[n, own]] : []));
            expect(recordsOf(files, each)).toEqual(found);
          }
        },
      ),
      { numRuns: IS_WHOLE ? 20 : 4 },
    );
  });

  it('packs no records', () => {
    expect(packWords([])).toEqual({ from: [], words: [], places: [] });
  });
});

describe('readWords', () => {
  it('refuses a file that is cut', () => {
    const [file = expect.fail()] = packWords([record('one two')]).words;
    for (let length = 0; length < file.length; length++) expect(() => readWords(file.subarray(0, length))).toThrow();
  });
});

it('names the files of a range of keys', () => {
  const from = ['', 'd', 'm'];
  expect(filesFor(from, [['a', 'a']])).toEqual([0]);
  expect(filesFor(from, [['d', 'd\uffff']])).toEqual([1]);
  expect(filesFor(from, [['c', 'n']])).toEqual([0, 1, 2]);
  expect(
    filesFor(from, [
      ['z', 'z'],
      ['b', 'b'],
    ]),
  ).toEqual([0, 2]);
  expect(filesFor([], [['a', 'a']])).toEqual([]);
});
