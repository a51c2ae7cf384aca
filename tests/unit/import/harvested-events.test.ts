import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type InsertedEvent, insertEvents } from '#src/chronicle/insert-events.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { harvestedDigests, withoutHarvested } from '#src/import/harvested-events.ts';
import { sha1 } from '#src/value/sha1.ts';
import { anyFile, dayAndTime, fileWith, writtenEvent } from '../chronicle/generated.ts';

const events = fc
  .array(fc.tuple(writtenEvent, dayAndTime, fc.constantFrom('candidate: ', 'recorded: ')), { maxLength: 6 })
  .map((list) =>
    list.map(([event, moment, word], i): InsertedEvent => {
      const record = `record-${i}`;
      return { ...event, ...moment, details: `${word}${record}${word === 'recorded: ' ? ' cause' : ''}`, record };
    }),
  );

function undone(file: string, list: readonly InsertedEvent[]) {
  const { text, inserted } = insertEvents(file, list);
  const records = inserted.map(({ record }) => record);
  const without = withoutHarvested(text, harvestedDigests(text, records, sha1), sha1);
  expect([without.records.toSorted(), without.edited]).toEqual([records.toSorted(), 0]);
  return without.text;
}

it('takes out what was added to any file, and leaves the other events with their days and ids', () => {
  const eventsOf = (text: string) => parseChronicle(text).chronicle?.events.map(({ line: _, ...event }) => event);
  fc.assert(
    fc.property(anyFile, events, (file, list) => {
      expect(eventsOf(undone(file, list))).toEqual(eventsOf(file));
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['', ''],
  ['- 14:00 [DECISION] One\n  why\n- 14:30 [PIVOT] Two\n', 'Auto-generated: 2 events (1 decision, 1 pivot).\n'],
  ['- 23:50 [DECISION] One\n- 00:10 [PIVOT] Two\n', '\nIt works.\n\n### Narrative\n\nLong.\n'],
])('gives a chronicle of ours its bytes back', (own, summary) => {
  const file = fileWith(`\n## Events\n\n${own}${own === '' ? '' : '\n'}## Summary\n\n${summary}`);
  fc.assert(
    fc.property(events, (list) => {
      expect(undone(file, list)).toBe(file);
    }),
  );
});
