import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { type Lanes, lanesOf, laneTable } from '#src/timeline/lanes.ts';
import { wholePeriod } from '#src/timeline/period.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { aSession } from '../archive/a-session.ts';

function lanes(sessions: readonly Session[], ...tags: Tag[]): Lanes {
  return lanesOf(wholePeriod(timelineDays(sessions), null), tags);
}

function errors(date: string, count: number): Session {
  return aSession({ date, body: `## Events\n\n${'- [ERROR] slip\n'.repeat(count)}` });
}

describe('lanesOf', () => {
  it('stacks events by column, oldest first, and keeps an empty lane', () => {
    const later = aSession({ date: '2026-09-15', body: '## Events\n\n- [ERROR] b\n- [PIVOT] c\n' });
    const { lanes: all, unit, isByEvent, tallest } = lanes([later, errors('2026-09-14', 2)], 'ERROR', 'BLOCKED');
    expect({ unit, isByEvent, tallest }).toEqual({ unit: 'day', isByEvent: true, tallest: 2 });
    expect(all.map(({ tag, events, perColumn }) => ({ tag, events, perColumn }))).toEqual([
      { tag: 'ERROR', events: 3, perColumn: [2, 1] },
      { tag: 'BLOCKED', events: 0, perColumn: [0, 0] },
    ]);
    expect(all[0]?.stacks.map(({ at, occurrences }) => [at, occurrences.map(({ event }) => event.text)])).toEqual([
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
