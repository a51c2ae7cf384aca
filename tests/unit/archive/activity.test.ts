import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activityOf } from '#src/archive/activity.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aGroup } from '#tests/unit/memory/misses/a-group.ts';
import { aSession } from './a-session.ts';

const sessions = [
  aSession({ date: '2026-11-18', body: '## Events\n\n- 23:50 [ERROR] Late\n- 00:10 [PIVOT] Later still\n' }),
  aSession({ date: '2026-09-14', body: '## Events\n\n- [DECISION] One\n- [DECISION] Two\n' }),
  aSession({ date: '2026-09-14', project: 'lantern', body: '## Events\n\n- [DECISION] Three\n' }),
  aSession({ date: '2026-09-16' }),
  aSession({ date: '2025-01-01', body: '## Events\n\n- [ERROR] Long ago\n' }),
];

describe('activityOf', () => {
  it('covers a year of weeks from Monday to the last active day', () => {
    const activity = activityOf(sessions, []);
    expect(activity?.weeks).toHaveLength(53);
    expect(activity?.weeks.map((week) => week.length)).toEqual([...Array(52).fill(7), 4]);
    expect(activity?.weeks[0]?.[0]?.date).toBe('2025-11-17');
    expect(activity).toMatchObject({ first: '2025-11-17', last: '2026-11-19' });
  });

  it('counts the events of a day over its sessions, and links to the day', () => {
    expect(dayOf('2026-09-14')).toEqual({
      date: '2026-09-14',
      sessions: 2,
      events: 3,
      isBefore: false,
      isDespite: false,
      href: '/timeline/2026-09/#d-2026-09-14',
      label: 'Mon 14 Sep: 2 sessions, 3 events',
    });
    expect(dayOf('2026-09-15')).toMatchObject({ events: 0, href: null, label: 'Tue 15 Sep: no sessions' });
    const href = '/search/?q=kind%3Asession+since%3A2026-09-16+until%3A2026-09-16';
    expect(dayOf('2026-09-16')).toMatchObject({ events: 0, href });
  });

  it('links to a day with only events of a session that began the day before', () => {
    expect(dayOf('2026-11-19')?.href).toBe('/timeline/2026-11/#d-2026-11-19');
  });

  it('counts a session without events on the days of its first and last message', () => {
    const { head } = someFacts({ head: { to: '2026-11-19T22:30:00Z' } });
    const late = { ...aSession({ date: '2026-11-18', offset: '+02:00' }), facts: head };
    const days = activityOf([late], [])?.weeks.flat().slice(-3);
    expect(days?.map(({ sessions, label }) => `${sessions} ${label}`)).toEqual([
      '1 Wed 18 Nov: 1 session, no events',
      '0 Thu 19 Nov: no sessions',
      '1 Fri 20 Nov: 1 session, no events',
    ]);
  });

  it('marks misses despite a memory', () => {
    const group = aGroup({ misses: ['2026-09-14 despite'] });
    const activity = activityOf(sessions, [group]);
    const days = activity?.weeks.flat().filter(({ isDespite }) => isDespite);
    expect(days?.map(({ label }) => label)).toEqual(['Mon 14 Sep: 2 sessions, 3 events, missed despite a memory']);
  });

  it('ignores sessions dated in the future, unless there are no others', () => {
    const slip = aSession({ date: '2099-01-01' });
    expect(activityOf([slip, ...sessions], [], '2026-11-20')?.last).toBe('2026-11-19');
    expect(activityOf([slip], [], '2026-11-20')?.last).toBe('2099-01-01');
  });

  it('is null for an archive without sessions', () => {
    expect(activityOf([], [])).toBeNull();
  });

  it('has every day up to the last once, in order', () => {
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const last = date.toISOString().slice(0, 10);
        const days = activityOf([aSession({ date: last })], [])?.weeks.flat() ?? [];
        expect(days.every((each) => isDay(each.date))).toBe(true);
        expect(days.map((each) => each.date)).toEqual([...new Set(days.map((each) => each.date))].sort());
        expect(days.at(-1)?.date).toBe(last);
        expect(days.length).toBeGreaterThan(52 * 7);
      }),
    );
  });
});

function dayOf(date: string) {
  return activityOf(sessions, [])
    ?.weeks.flat()
    .find((day) => day.date === date);
}
