import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { eventsByMonth } from '#src/timeline/events-by-month.ts';
import { projectFilter } from '#src/timeline/filter-projects.ts';
import { wholePeriod } from '#src/timeline/period.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { aSession, noted } from '../archive/a-session.ts';

function ledger(sessions: readonly Session[], tag: Tag | null) {
  return eventsByMonth(wholePeriod(timelineDays(sessions), tag), tag);
}

const SESSIONS = [
  aSession({ date: '2026-10-01', branch: 'c', body: '## Events\n\n- 10:00 [ERROR] d\n- 10:01 [PIVOT] e\n' }),
  aSession({ date: '2026-09-30', branch: 'b', project: 'tidepool', body: '## Events\n\n- [PIVOT] c\n' }),
  aSession({ date: '2026-09-30', branch: 'a', body: '## Events\n\n- 23:00 [ERROR] a\n- 00:30 [ERROR] b\n' }),
];

describe('eventsByMonth', () => {
  it('lists months, days and sessions newest first, and the events of a session in order', () => {
    const months = ledger(SESSIONS, null);
    expect(months.map(({ month, sessions, events }) => [month, sessions, events])).toEqual([
      ['2026-10', 2, 3],
      ['2026-09', 2, 2],
    ]);
    const rows = months.flatMap(({ entries }) => entries);
    expect(
      rows.map(({ date, isFirstOfDay, events }) => [date, isFirstOfDay, ...events.map(({ text }) => text)]),
    ).toEqual([
      ['2026-10-01', true, 'd', 'e'],
      ['2026-10-01', false, 'b'],
      ['2026-09-30', true, 'c'],
      ['2026-09-30', false, 'a'],
    ]);
  });

  it('lists only one tag', () => {
    const months = ledger(SESSIONS, 'PIVOT');
    expect(months.map(({ events }) => events)).toEqual([1, 1]);
    expect(months.flatMap(({ entries }) => entries).every(({ isFirstOfDay }) => isFirstOfDay)).toBe(true);
  });
});

it('lists observations after the events of a day, on the timeline of all tags only', () => {
  const body = '## Events\n\n- 10:00 [ERROR] a\n';
  const sessions = [
    noted('2026-09-14', '## Observations\n- 09:00 [P2] b\n- 11:00 [P2] c', { body }),
    noted('2026-09-13', '## Observations\n- 09:00 [P2] d'),
  ];
  const [month] = ledger(sessions, null);
  expect(month).toMatchObject({ sessions: 2, events: 1, candidates: 0, observations: 3 });
  expect(month?.entries.map(({ observations }) => observations.map(({ title }) => title))).toEqual([['b', 'c'], ['d']]);
  expect(ledger(sessions, 'ERROR')).toMatchObject([{ events: 1, observations: 0, entries: [{ observations: [] }] }]);
});

describe('projectFilter', () => {
  it('numbers projects by their number of events', () => {
    const { projects, numberOf } = projectFilter(ledger(SESSIONS, null));
    expect(projects).toEqual([
      { number: 0, word: 'inkwell', name: 'inkwell', events: 4 },
      { number: 1, word: 'tidepool', name: 'tidepool', events: 1 },
    ]);
    expect(['inkwell', 'tidepool'].map(numberOf)).toEqual([0, 1]);
  });

  it('merges projects without a number in the style sheet', () => {
    const sessions = Array.from({ length: 14 }, (_, i) =>
      aSession({ project: `p-${String(i).padStart(2, '0')}`, body: '## Events\n\n- [PIVOT] x\n' }),
    );
    const { projects, numberOf } = projectFilter(ledger(sessions, null));
    expect(projects).toHaveLength(12);
    expect(projects.at(-1)).toEqual({ number: 11, word: 'others', name: '3 others', events: 3 });
    expect(['p-10', 'p-11', 'p-13'].map(numberOf)).toEqual([10, 11, 11]);
  });
});
