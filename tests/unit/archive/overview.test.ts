import { describe, expect, it } from 'vitest';
import { holdingsRemark, memoryHeadline, openRemark, sinceWords } from '#src/archive/overview.ts';
import { aGroup } from '#tests/unit/memory/misses/a-group.ts';
import { aSession } from './a-session.ts';

it.each([
  ['2026-07-20', 'since July'],
  ['2026-09-01', 'in September'],
  ['2025-08-01', 'since August 2025'],
])('sinceWords from %s', (first, words) => expect(sinceWords(first, '2026-09-30')).toBe(words));

describe('openRemark', () => {
  it('counts what is open, and why', () => {
    const twice = ['2026-09-14', '2026-09-15'];
    const missing = aGroup({ state: 'memory missing', misses: twice });
    const groups = [aGroup({ state: 'broken' }), aGroup({ misses: twice }), missing];
    expect(openRemark([...groups, aGroup(), aGroup({ state: 'holds' })])).toBe(
      '3 open: 1 broken, 2 made more than once without a memory',
    );
    expect(openRemark([aGroup()])).toBe('none open');
  });
});

describe('holdingsRemark', () => {
  it('counts prompts and events, and names up to four projects', () => {
    const of = (prompts: number, events: number, found: number, ...projects: string[]) =>
      holdingsRemark(
        { prompts, events, found },
        projects.map((project) => aSession({ project })),
      );
    expect(of(346, 18, 7, 'tidepool', 'inkwell', 'inkwell')).toBe('346 prompts and 25 events in inkwell and tidepool.');
    expect(of(0, 1, 0, 'inkwell')).toBe('1 event in inkwell.');
    expect(of(346, 0, 0, 'a', 'b', 'c', 'd', 'e')).toBe('346 prompts.');
  });
});

describe('memoryHeadline', () => {
  const said = (...[given, memories, broken]: [ReturnType<typeof trends>, number, number]) =>
    memoryHeadline({ trends: given, memories, broken }).map(({ number, of, says }) => `${number} of ${of} ${says}`);

  it('counts the misses despite a memory, and the broken memories', () => {
    expect(said(trends(1, 33, 6), 12, 3)).toEqual([
      '6 of 33 misses happened although a memory against them was on file.',
      '3 of 12 memories are broken: their mistakes came back after they were last written or strengthened.',
    ]);
    expect(said(trends(9, 1, 0), 1, 1)).toEqual([
      '0 of 1 miss happened although a memory against it was on file.',
      '1 of 1 memory is broken: its mistake came back after it was last written or strengthened.',
    ]);
    expect(said(trends(1, 33, 0), 0, 0)).toHaveLength(1);
    const [, second] = memoryHeadline({ trends: trends(1, 33, 6), memories: 12, broken: 2, brokenBefore: 2 });
    expect(second?.says).toMatch(
      /strengthened\. The mistakes of 2 more came back earlier, but not since they were strengthened\.$/,
    );
  });

  it('is empty below five hits and misses, and without a miss', () => {
    expect(said(trends(2, 2, 1), 1, 1)).toEqual([]);
    expect(said(trends(9, 0, 0), 1, 0)).toEqual([]);
  });
});

function trends(hits: number, misses: number, despite: number) {
  return { hits, misses, kinds: { first: misses - despite, repeat: 0, despite } };
}
