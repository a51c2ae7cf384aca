import { describe, expect, it } from 'vitest';
import type { Clusters } from '#src/memory/clusters.ts';
import { missGroups } from '#src/memory/mistakes.ts';
import { aLog, aMemory, named, textsOf } from './a-log.ts';

const log = aLog([
  '2026-07-01 Ran rustfmt too late',
  '2026-07-02 Ran rustfmt when CI was red',
  '2026-07-03 Sent 41 real mails from the dry run',
  '2026-07-04 Zebras in the kitchen',
]);
const [fmt, ci, mails, zebras] = log.map(({ chronicle }) => chronicle.events[0]?.text ?? '').toReversed();

describe('missGroups with decisions of the owner', () => {
  it('combines the groups of the merged misses', () => {
    const { groups, unused } = decide({ merge: [[named(log, 2), named(log, 4)]] });
    expect(textsOf(groups)).toEqual([[fmt, ci, zebras], [mails]]);
    expect(groups.find(({ misses }) => misses.length === 3)).toMatchObject({
      because: 'you merged them',
      id: named(log, 1),
    });
    expect(unused).toEqual([]);
  });

  it('joins merges that share a miss', () => {
    const { groups } = decide({
      merge: [
        [named(log, 1), named(log, 3)],
        [named(log, 3), named(log, 4)],
      ],
    });
    expect(groups).toHaveLength(1);
  });

  it('renames the group of the named miss; the last name counts', () => {
    const rename = [
      { miss: named(log, 1), name: 'Formats late' },
      { miss: named(log, 2), name: 'Does not format' },
    ];
    expect(decide({ rename }).groups.map(({ name }) => name)).toContain('Does not format');
  });

  it('names a group that it merged', () => {
    const merge = [[named(log, 3), named(log, 4)]];
    const { groups } = decide({ merge, rename: [{ miss: named(log, 4), name: 'Odd things' }] });
    expect(groups).toMatchObject([{ misses: [{}, {}] }, { name: 'Odd things', misses: [{}, {}] }].toReversed());
  });

  it('keeps the memory of a merged group', () => {
    const memory = aMemory('feedback_fmt.md', ['2026-07-05T10:00:00Z new'], { events: [named(log, 1)] });
    const { groups } = decide({ merge: [[named(log, 1), named(log, 4)]] }, [memory]);
    expect(groups.find(({ misses }) => misses.length === 3)?.memory).toBe(memory);
  });

  it('reports names that match nothing, and applies the rest', () => {
    const { groups, unused } = decide({ merge: [['session-9#e-000000', named(log, 3), named(log, 4)]] });
    expect(textsOf(groups)).toEqual([
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
    expect(rename(`session-1#${id}`).groups).toMatchObject([{ name: 'Late' }]);
    const [, other = ''] = named(log, 3).split('#');
    expect(decide({ rename: [{ miss: `sessio#${other}`, name: 'Sent' }] }).unused).toEqual([]);
  });

  it('prefers the session with exactly this id', () => {
    const alike = aLog(Array.from({ length: 10 }, (_, i) => `2026-07-${10 + i} Ran rustfmt too late`));
    expect(decide({ rename: [{ miss: named(alike, 1), name: 'Late' }] }, [], alike).unused).toEqual([]);
  });

  it('matches the miss in both files if two share an id', () => {
    const copies = [
      ...aLog(['2026-07-01 Ran rustfmt too late']),
      ...aLog(['2026-07-01 Ran rustfmt too late'], { branch: 'copy' }),
    ];
    const { groups, unused } = decide({ rename: [{ miss: named(copies, 1), name: 'Late' }] }, [], copies);
    expect(groups).toMatchObject([{ misses: [{}, {}], name: 'Late' }]);
    expect(unused).toEqual([]);
  });

  it('merges only within a project', () => {
    const other = aLog(['2026-07-01 Sent mails'], { project: 'tidepool', id: 'tidepool-1' });
    const miss = `tidepool-1#${other[0]?.chronicle.events[0]?.id}`;
    const { groups, unused } = decide({ merge: [[named(log, 3), miss]] }, [], [...log, ...other]);
    expect(groups).toHaveLength(4);
    expect(unused).toMatchObject([{ fault: `${miss} belongs to another project than the first miss of the list` }]);
  });
});

interface Decisions {
  merge?: string[][];
  rename?: { miss: string; name: string }[];
}

function decide(
  { merge = [], rename = [] }: Decisions,
  histories: Parameters<typeof missGroups>[0]['histories'] = [],
  sessions = log,
) {
  const place = (name: string) => ({ name, line: 1, column: 1, excerpt: [] });
  const clusters: Clusters = {
    merge: merge.map((names) => names.map(place)),
    rename: rename.map(({ miss, name }) => ({ miss: place(miss), name })),
  };
  return missGroups({ sessions, histories, clusters });
}
