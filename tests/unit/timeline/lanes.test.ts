import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { TAG_ORDER, tagWord } from '#src/chronicle/tags.ts';
import { IN_A_FILE, type Lanes, lanesOf, laneTable, laneWords, ON_DESKTOP, ON_PHONE } from '#src/timeline/lanes.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';
import { aSession, noted } from '../archive/a-session.ts';

function lanes(sessions: readonly Session[], kinds: string[] = [], form = ON_DESKTOP): Lanes {
  const timeline = timelineRuns(timelineDays(sessions));
  return lanesOf(timeline, timeline, { kinds, projects: [] }, form);
}

function errors(date: string, count: number, project = 'inkwell'): Session {
  return aSession({ date, project, body: `## Events\n\n${'- [ERROR] slip\n'.repeat(count)}` });
}

const CANDIDATE = '## Events\n\n- [ERROR] a\n- [ERROR] b\n  candidate: 7f4b\n- [ERROR] c\n';

describe('lanesOf', () => {
  it('stacks events by column, oldest first, and keeps an empty lane', () => {
    const later = aSession({ date: '2026-09-15', body: '## Events\n\n- [ERROR] b\n- [PIVOT] c\n' });
    const { lanes: all, unit } = lanes([later, errors('2026-09-14', 2)], ['error', 'blocked']);
    expect(unit).toBe('day');
    expect(all.map(({ words, events, perColumn, most }) => [words.kind, events, perColumn, most])).toEqual([
      ['ERROR', 3, [2, 1], 2],
      ['BLOCKED', 0, [0, 0], 0],
    ]);
    expect(all[0]?.stacks.map(({ at, marks }) => [at, marks.map(({ href }) => href)])).toEqual([
      [0.25, [expect.stringMatching(/2026-09-14-.*#e-/), expect.stringMatching(/2026-09-14-.*#e-.*-2$/)]],
      [0.75, [expect.stringMatching(/^\/sessions\/inkwell\/2026-09-15-ink-1-x\/#e-/)]],
    ]);
    expect(all[1]?.stacks).toEqual([]);
  });

  it('has all lanes if no kind is chosen, and one of observations only if there are any', () => {
    expect(lanes([errors('2026-09-14', 1)]).lanes.map(({ words }) => words.word)).toEqual(TAG_ORDER.map(tagWord));
    const observed = noted('2026-09-15', '## Observations\n- 10:00 [P1] First\n- [P2] Without a time\n');
    const { lanes: all } = lanes([observed, errors('2026-09-14', 1)]);
    expect(all.at(-1)).toMatchObject({ words: { word: 'observation' }, events: 2, perColumn: [0, 2] });
    expect(all.at(-1)?.stacks[0]?.marks[0]?.href).toMatch(/#o-[0-9a-f]{6}$/);
  });

  it('draws a lane as bars if one stack is too high, and the others as marks', () => {
    const body = `## Events\n\n${'- [ERROR] slip\n'.repeat(8)}- [PIVOT] c\n`;
    const [error, pivot] = lanes([aSession({ body })], ['error', 'pivot']).lanes.toReversed();
    expect(error).toMatchObject({ isBars: true, most: 8, stacks: [{ events: 8, marks: [] }] });
    expect(pivot).toMatchObject({ isBars: false, stacks: [{ marks: [{}] }] });
    expect(lanes([aSession({ body })], ['error'], IN_A_FILE).lanes[0]?.isBars).toBe(false);
  });

  it('draws the fullest lanes as bars if there are too many marks', () => {
    const days = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 0, 60 - i)).toISOString().slice(0, 10));
    const body = `## Events\n\n${'- [ERROR] slip\n'.repeat(7)}- [PIVOT] c\n`;
    const found = lanes(
      days.map((date) => aSession({ date, body })),
      ['error', 'pivot'],
    ).lanes;
    expect(found.map(({ words, isBars }) => [words.word, isBars])).toEqual([
      ['pivot', false],
      ['error', true],
    ]);
  });

  it('puts found events last', () => {
    const [lane] = lanes([aSession({ body: CANDIDATE })], ['error']).lanes;
    expect(lane).toMatchObject({ events: 2, found: 1, most: 3 });
    expect(lane?.stacks[0]?.marks.map(({ isFound }) => isFound)).toEqual([false, false, true]);
  });

  it('shows found events alone, in the lanes that have any', () => {
    const own = lanes([aSession({ body: CANDIDATE })], ['found']).lanes;
    expect(own.map(({ words, events, found }) => [words.word, events, found])).toEqual([['error', 0, 1]]);
    expect(own[0]?.stacks[0]?.marks.map(({ isFound }) => isFound)).toEqual([true]);
  });

  it('shows chosen projects only', () => {
    const timeline = timelineRuns(timelineDays([errors('2026-09-15', 2, 'tidepool'), errors('2026-09-14', 1)]));
    const found = lanesOf(timeline, timeline, { kinds: ['error'], projects: ['tidepool'] }, ON_PHONE);
    expect(found.lanes[0]).toMatchObject({ events: 2, perColumn: [0, 2] });
  });
});

describe('laneTable', () => {
  it('has a row for each column with events, newest first', () => {
    expect(laneTable(lanes([errors('2026-09-16', 3), errors('2026-09-14', 1)], ['error', 'pivot']))).toEqual({
      header: ['Days', 'Pivot', 'Error'],
      rows: [
        ['16 Sep 2026', 0, 3],
        ['14 Sep 2026', 0, 1],
      ],
    });
  });
});

describe('laneWords', () => {
  it('says what marks and bars are', () => {
    const many = `## Events\n\n${'- [ERROR] slip\n'.repeat(8)}`;
    expect(laneWords(lanes([aSession({ body: CANDIDATE })]))).toBe(
      'One mark is one event; marks of the same day are stacked. The number beside a lane is its tallest stack. Hollow: found in transcripts.',
    );
    expect(laneWords(lanes([aSession({ body: many })]))).toBe(
      'A bar counts the events of a day. The number beside a lane is its tallest stack.',
    );
  });
});
