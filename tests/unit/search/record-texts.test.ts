import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexedText } from '#src/search/excerpt.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { textFilesOf } from '#src/search/record-texts.ts';

function record(session: string, text: string): SearchRecord {
  const place = { project: 'larder', session, branch: 'main', task: '', event: '', anchor: `a-${text.length}` };
  return { ...place, kind: 'prompt', tag: null, title: '', date: '2026-10-01', time: null, text };
}

it('has every text in order, those of a session in one file', () => {
  const sessions = fc.array(fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(sessions, fc.integer({ min: 1, max: 400 }), (texts, times) => {
      const records = texts.flatMap((own, n) => own.map((text) => record(`s-${n}`, text.repeat(times))));
      const files = textFilesOf(records);
      expect(files.flat()).toEqual(records.map(({ anchor, text }) => [anchor, indexedText(text)]));
      const ends = files.map((_, index) => files.slice(0, index + 1).flat().length);
      for (const end of ends.slice(0, -1)) expect(records[end]?.session).not.toBe(records[end - 1]?.session);
    }),
  );
});

it('begins a file after 44,000 characters', () => {
  const records = ['a', 'b', 'c', 'd'].map((session) => record(session, 'x'.repeat(25_000)));
  expect(textFilesOf(records).map((file) => file.length)).toEqual([2, 2]);
  expect(textFilesOf([])).toEqual([]);
});
