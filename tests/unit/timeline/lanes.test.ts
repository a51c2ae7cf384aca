import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { type LaneKind, OBSERVATION } from '#src/timeline/lane-kind.ts';
import { type LaneMark, type Lanes, lanesOf, laneTable } from '#src/timeline/lanes.ts';
import { wholePeriod } from '#src/timeline/period.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { aSession, noted } from '../archive/a-session.ts';

function lanes(sessions: readonly Session[], ...kinds: LaneKind[]): Lanes {
  return lanesOf(wholePeriod(timelineDays(sessions), null), kinds);
}

function textOf(mark: LaneMark): string {
  return 'event' in mark ? mark.event.text : mark.observation.title;
}

function errors(date: string, count: number): Session {
  return aSession({ date, body: `## Events\n\n${'- [ERROR] slip\n'.repeat(count)}` });
}

describe('lanesOf', () => {
  it('stacks events by column, oldest first, and keeps an empty lane', () => {
    const later = aSession({ date: '2026-09-15', body: '## Events\n\n- [ERROR] b\n- [PIVOT] c\n' });
    const { lanes: all, unit, isByEvent, tallest } = lanes([later, errors('2026-09-14', 2)], 'ERROR', 'BLOCKED');
    expect({ unit, isByEvent, tallest }).toEqual({ unit: 'day', isByEvent: true, tallest: 2 });
    expect(all.map(({ kind, events, perColumn }) => ({ kind, events, perColumn }))).toEqual([
      { kind: 'ERROR', events: 3, perColumn: [2, 1] },
      { kind: 'BLOCKED', events: 0, perColumn: [0, 0] },
    ]);
    expect(all[0]?.stacks.map(({ at, occurrences }) => [at, occurrences.map(textOf)])).toEqual([
      [0.25, ['slip', 'slip']],
      [0.75, ['b']],
    ]);
    expect(all[1]?.stacks).toEqual([]);
  });

  it.each([
    ['more', 5, 8, '+60%'],
    ['fewer', 8, 6, '−25%'],
    ['as many', 5, 5, '0%'],
    ['too few to compare', 4, 9, '–'],
    ['far more', 5, 120, '+2,300%'],
  ])('compares the second half with the first: %s', (_, first, second, change) => {
    const sessions = [errors('2026-09-20', second), errors('2026-09-17', 7), errors('2026-09-14', first)];
    expect(lanes(sessions, 'ERROR').lanes[0]?.change).toBe(change);
  });

  it('only counts if a stack would be too high or the events are listed elsewhere', () => {
    const high = lanes([errors('2026-09-14', 31)], 'ERROR');
    expect(high).toMatchObject({
      isByEvent: false,
      tallest: 31,
      lanes: [{ stacks: [{ events: 31, occurrences: [] }] }],
    });
    const days = Array.from({ length: 28 }, (_, i) => errors(`2026-02-${String(28 - i).padStart(2, '0')}`, 60));
    expect(lanes(days, 'ERROR').isByEvent).toBe(false);
  });
});

describe('the lane of observations', () => {
  const body = '## Events\n\n- [ERROR] slip\n- [ERROR] slip\n';
  const notebook = '## Observations\n- 10:00 [P1] First\n- [P2] Without a time\n';
  const sessions = [noted('2026-09-15', notebook, { body }), errors('2026-09-14', 1)];

  it('counts and stacks them apart from events', () => {
    const all = lanes(sessions, 'ERROR', OBSERVATION);
    expect(all.lanes.map(({ kind, events, candidates, perColumn }) => [kind, events, candidates, perColumn])).toEqual([
      ['ERROR', 3, 0, [1, 2]],
      [OBSERVATION, 2, 0, [0, 2]],
    ]);
    expect(all.lanes[1]?.stacks.map(({ occurrences }) => occurrences.map(textOf))).toEqual([
      ['First', 'Without a time'],
    ]);
    expect(laneTable(all)).toEqual({
      header: ['Days', 'Error', 'Observation'],
      rows: [
        ['15 Sep 2026', 2, 2],
        ['14 Sep 2026', 1, 0],
      ],
    });
  });

  it('says how it changed, and decides with the others whether bars are drawn', () => {
    const many = (date: string, count: number) =>
      noted(date, `## Observations\n${Array.from({ length: count }, (_, n) => `- 10:00 [P2] Number ${n}\n`).join('')}`);
    const all = lanes([many('2026-09-17', 31), many('2026-09-14', 10)], OBSERVATION);
    expect(all).toMatchObject({ isByEvent: false, tallest: 31, lanes: [{ change: '+210%' }] });
  });
});

describe('laneTable', () => {
  it('has a row for each column with events, newest first', () => {
    const table = laneTable(lanes([errors('2026-09-16', 3), errors('2026-09-14', 1)], 'ERROR', 'PIVOT'));
    expect(table).toEqual({
      header: ['Days', 'Error', 'Pivot'],
      rows: [
        ['16 Sep 2026', 3, 0],
        ['14 Sep 2026', 1, 0],
      ],
    });
  });
});
