import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryHistory } from '#src/memory/ledger/memory-history.ts';
import { NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { type KeptGroupings, keptGroupings, missGroups } from '#src/memory/misses/miss-groups.ts';
import { aLog, aMemory } from './a-log.ts';

const LOG = [
  '2026-07-01 Used `Time.now` for the pickup slot',
  '2026-07-02 The order total was a float',
  '2026-07-03 `Time.now` again, in the reminder',
  '2026-07-04 Divided the refund as a float',
];

/** What pages show of the groups of a log, as a process that begins with `kept` finds them; and what that keeps. */
function read(lines: readonly string[], kept?: KeptGroupings, histories: MemoryHistory[] = []) {
  const sessions = aLog(lines);
  const { groups } = missGroups({ sessions, histories, clusters: NO_CLUSTERS, kept });
  const shown = groups.map(({ id, name, because, memory, misses, state, stateDetail }) => {
    return { id, name, because, state, stateDetail, file: memory?.file, misses: misses.map(({ event }) => event.text) };
  });
  return { shown, kept: new Map(JSON.parse(JSON.stringify([...keptGroupings(sessions)]))) as KeptGroupings };
}

/** With another name for each group, so that it shows who found it. */
function marked(kept: KeptGroupings): KeptGroupings {
  return new Map(
    Array.from(kept, ([slug, grouping]) => [
      slug,
      { ...grouping, groups: grouping.groups.map((group) => ({ ...group, name: `kept: ${group.name}` })) },
    ]),
  );
}

describe('kept groupings', () => {
  const before = read(LOG);

  it('are used for the misses that they are of', () => {
    const { shown } = read(LOG, marked(before.kept));
    expect(shown.map(({ name }) => name)).toEqual(before.shown.map(({ name }) => `kept: ${name}`));
    expect(read(LOG, before.kept)).toEqual(before);
  });

  it('are gone on from with new misses', () => {
    const more = [...LOG, '2026-07-05 `Time.now` in the invoice'];
    const { shown } = read(more, marked(before.kept));
    expect(shown.map(({ name }) => name.startsWith('kept: ')).sort()).toEqual([false, true, true]);
    expect(read(more, before.kept)).toEqual(read(more));
  });

  it('are not used after a change, nor for another project', () => {
    const edited = [`${LOG[0]} and elsewhere`, ...LOG.slice(1)];
    expect(read(edited, marked(before.kept))).toEqual(read(edited));
    const [grouping] = before.kept.values();
    expect(read(LOG, new Map([['constructor', grouping as never]]))).toEqual(before);
  });

  it('lead to the same groups as a new beginning, whatever changed', () => {
    const text = fc.constantFrom(
      ...['Used `Time.now` for the slot', '`Time.now` in the reminder', 'The order total was a float'],
      ...['Divided the refund as a float', 'feedback_money.md: a float', 'feedback_clock.md: local time, again'],
      ...['HIT feedback_money.md: asked first', '日本語のテスト', 'again', 'Ran the tests of the wrong crate'],
    );
    const line = fc.tuple(fc.integer({ min: 1, max: 28 }), text);
    const log = fc.array(line, { maxLength: 14 });
    const linesOf = (days: [number, string][]) =>
      days.map(([day, words]) => `2026-07-${String(day).padStart(2, '0')} ${words}`);
    const histories = [[], [aMemory('feedback_money.md', ['2026-07-09T10:00:00Z new'], { events: [] })]];
    fc.assert(
      fc.property(log, log, fc.nat(14), fc.boolean(), (first, second, cut, isWritten) => {
        const [lines, changed] = [linesOf(first), [...linesOf(first).slice(0, cut), ...linesOf(second)]];
        const { kept } = read(lines);
        const memory = histories[isWritten ? 1 : 0];
        expect(read(changed, kept, memory)).toEqual(read(changed, undefined, memory));
      }),
      { numRuns: 300 },
    );
  });
});
