import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listNumber, OccurrenceLog } from '#src/recall/occurrences.ts';
import { eachContext, ReadRecords } from '#src/recall/read-occurrences.ts';

const count = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 30_000 }));
const key = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 4_000_000_000 }));
const entry = fc.record({ list: fc.integer({ min: 0, max: 30 }), key, head: count, rest: count });

it('gives back what was added, by list and in the order of records', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (records, contexts) => {
      const readRecords = new ReadRecords();
      const log = new OccurrenceLog(records.length);
      for (const { list, key: record, head, rest } of records) log.add(list, record, head, rest);
      for (const { list, key: first, head, rest } of contexts) log.addContext(list, first, head, rest);
      expect(log.size).toBe(records.length + contexts.length);
      const read: { list: number; key: number; head: number; rest: number }[] = [];
      const readContexts: typeof read = [];
      for (const { list, records: own, contexts: others } of log.take()) {
        readRecords.read(own);
        for (let i = 0; i < readRecords.size; i++)
          read.push({
            list,
            key: readRecords.keys[i] ?? 0,
            head: readRecords.heads[i] ?? 0,
            rest: readRecords.rests[i] ?? 0,
          });
        if (others) eachContext(others, (first, head, rest) => readContexts.push({ list, key: first, head, rest }));
      }
      const sorted = (all: typeof read) => all.toSorted((a, b) => a.list - b.list || a.key - b.key);
      expect(read).toEqual(sorted(records));
      expect(readContexts).toEqual(sorted(contexts));
      expect([...log.take()]).toEqual([]);
    }),
  );
});

it('gives the lists of parts and words different numbers', () => {
  const numbers = [0, 1, 2].flatMap((each) => (['part', 'word', 'words'] as const).map((of) => listNumber(of, each)));
  expect(new Set(numbers).size).toBe(9);
});

it('reads any bytes without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      new ReadRecords().read(bytes);
      eachContext(bytes, () => {});
    }),
  );
});
