import { describe, expect, it } from 'vitest';
import { DAYS_OF_YEAR, daySentence, onDay } from '#src/archive/on-day.ts';
import { isDay } from '#src/value/calendar-day.ts';
import { aSession } from './a-session.ts';

const LAST_YEAR = aSession({ date: '2025-11-20', name: 'last-year', body: '## Events\n\n- 09:00 [ERROR] a\n' });
const PAST_MIDNIGHT = aSession({
  date: '2026-11-19',
  name: 'past-midnight',
  body: '## Events\n\n- 23:50 [ERROR] a\n- 00:10 [PIVOT] b\n- 00:20 [INSIGHT] c\n',
});
const THIS_YEAR = aSession({ date: '2026-11-20', name: 'this-year', body: '## Events\n\n- 09:00 [ERROR] a\n' });
/** Newest first, as an archive is. */
const SESSIONS = [THIS_YEAR, PAST_MIDNIGHT, LAST_YEAR];

describe('onDay', () => {
  it('finds the sessions of a day in every year, newest first, with the events of that day', () => {
    const { years, sessions, events, more } = onDay(SESSIONS, '11-20');
    expect(years).toEqual([
      { date: '2026-11-20', sessions: [THIS_YEAR, PAST_MIDNIGHT], events: 3 },
      { date: '2025-11-20', sessions: [LAST_YEAR], events: 1 },
    ]);
    expect({ sessions, events, more }).toEqual({ sessions: 3, events: 4, more: [] });
  });

  it('links to the nearest days with sessions', () => {
    expect(onDay(SESSIONS, '11-19')).toMatchObject({ sessions: 1, earlier: null, later: '11-20' });
    expect(onDay(SESSIONS, '11-20')).toMatchObject({ earlier: '11-19', later: null });
    expect(onDay(SESSIONS, '12-24')).toMatchObject({ years: [], sessions: 0, earlier: '11-20', later: null });
  });

  it('handles 31 December and 29 February', () => {
    const sessions = ['2024-02-29', '2023-12-31'].map((date) => aSession({ date }));
    expect(onDay(sessions, '02-29')).toMatchObject({ sessions: 1, later: '12-31' });
    expect(onDay(sessions, '12-31')).toMatchObject({ sessions: 1, earlier: '02-29' });
  });

  it('shows 300 sessions, and lists the months of the others', () => {
    const of = (year: number, count: number) =>
      Array.from({ length: count }, (_, i) => aSession({ date: `${year}-11-20`, name: `${year}-${i}` }));
    const { years, sessions, inYears, more } = onDay([...of(2026, 290), ...of(2025, 20), ...of(2024, 5)], '11-20');
    expect(years.map(({ sessions }) => sessions.length)).toEqual([290, 10]);
    expect({ sessions, inYears }).toEqual({ sessions: 315, inYears: 3 });
    expect(more).toEqual([
      { month: '2025-11', sessions: 10 },
      { month: '2024-11', sessions: 5 },
    ]);
  });
});

describe('daySentence', () => {
  it('counts sessions, years and events', () => {
    expect(daySentence(onDay(SESSIONS, '11-20'), '20 November')).toBe('Three sessions in 2 years, 4 events.');
    expect(daySentence(onDay(SESSIONS, '11-19'), '19 November')).toBe('One session, 1 event.');
    expect(daySentence(onDay([], '11-20'), '20 November')).toBe('No sessions on 20 November.');
  });
});

describe('DAYS_OF_YEAR', () => {
  it('has every day of a leap year', () => {
    expect(DAYS_OF_YEAR).toHaveLength(366);
    expect(DAYS_OF_YEAR.every((day) => isDay(`2024-${day}`))).toBe(true);
    expect([DAYS_OF_YEAR[0], DAYS_OF_YEAR[59], DAYS_OF_YEAR[365]]).toEqual(['01-01', '02-29', '12-31']);
  });
});
