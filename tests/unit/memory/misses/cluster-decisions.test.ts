import { describe, expect, it } from 'vitest';
import type { Decisions } from '#src/memory/decisions.ts';
import { findMistakes } from '#src/memory/mistakes.ts';
import { aLog, aMemory, groupsOf, named, textsOf } from './a-log.ts';

const log = aLog([
  '2026-07-01 Ran rustfmt too late',
  '2026-07-02 Ran rustfmt when CI was red',
  '2026-07-03 Sent 41 real mails from the dry run',
  '2026-07-04 Zebras in the kitchen',
]);
const [fmt, ci, mails, zebras] = log.map(({ chronicle }) => chronicle.events[0]?.text ?? '').toReversed();

describe('mistakes with decisions of the owner', () => {
  it('combines the groups of the merged misses', () => {
    const { mistakes, unused } = decide({ merge: [[named(log, 2), named(log, 4)]] });
    expect(textsOf(mistakes)).toEqual([[fmt, ci, zebras], [mails]]);
    expect(mistakes.find(({ misses }) => misses.length === 3)).toMatchObject({
      because: 'you merged them',
      id: named(log, 1),
    });
    expect(unused).toEqual([]);
  });

  it('renames the group of the named miss; the last name counts', () => {
    const rename = [
      { miss: named(log, 1), name: 'Formats late' },
      { miss: named(log, 2), name: 'Does not format' },
    ];
    expect(decide({ rename }).mistakes.map(({ name }) => name)).toContain('Does not format');
  });

  it('keeps the memory of a merged group', () => {
    const memory = aMemory('feedback_fmt.md', ['2026-07-05T10:00:00Z new'], { events: [named(log, 1)] });
    const { mistakes } = decide({ merge: [[named(log, 1), named(log, 4)]] }, [memory]);
    expect(mistakes.find(({ misses }) => misses.length === 3)?.memory).toBe(memory);
  });

  it('reports names that match nothing, and applies the rest', () => {
    const { mistakes, unused } = decide({ merge: [['session-9#e-000000', named(log, 3), named(log, 4)]] });
    expect(textsOf(mistakes)).toEqual([
      [fmt, ci],
      [mails, zebras],
    ]);
    expect(unused).toMatchObject([
      { name: { name: 'session-9#e-000000', line: 1 }, fault: 'there is no miss session-9#e-000000' },
    ]);
  });

  it('accepts the start of a session id if it matches only one miss', () => {
    const twice = aLog(['2026-07-01 Ran rustfmt too late', '2026-07-02 Ran rustfmt too late']);
    const [, id = ''] = named(twice, 1).split('#');
    const rename = (miss: string) => decide({ rename: [{ miss, name: 'Late' }] }, [], twice);
    expect(rename(`session-#${id}`).unused).toMatchObject([{ fault: `session-#${id} matches more than one miss` }]);
    expect(rename(`session-1#${id}`).mistakes).toMatchObject([{ name: 'Late' }]);
    const [, other = ''] = named(log, 3).split('#');
    expect(decide({ rename: [{ miss: `sessio#${other}`, name: 'Sent' }] }).unused).toEqual([]);
  });

  it('merges only within a project', () => {
    const other = aLog(['2026-07-01 Sent mails'], { project: 'tidepool', id: 'tidepool-1' });
    const miss = `tidepool-1#${other[0]?.chronicle.events[0]?.id}`;
    const { mistakes, unused } = decide({ merge: [[named(log, 3), miss]] }, [], [...log, ...other]);
    expect(mistakes).toHaveLength(4);
    expect(unused).toMatchObject([{ fault: `${miss} belongs to another project than the first miss of the list` }]);
  });
});

interface Wishes {
  merge?: string[][];
  rename?: { miss: string; name: string }[];
}

function decide(
  { merge = [], rename = [] }: Wishes,
  histories: Parameters<typeof findMistakes>[0]['histories'] = [],
  sessions = log,
) {
  const place = (name: string) => ({ name, line: 1, column: 1 });
  const decisions: Decisions = {
    merge: merge.map((names) => names.map(place)),
    rename: rename.map(({ miss, name }) => ({ miss: place(miss), name })),
  };
  const { unused } = findMistakes({ sessions, histories, decisions });
  return { mistakes: groupsOf(sessions, histories, decisions), unused };
}
