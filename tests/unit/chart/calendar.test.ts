import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Activity, type ActivityDay, activityOf } from '#src/archive/activity.ts';
import { calendar } from '#src/chart/calendar.ts';
import { aGroup } from '#tests/unit/memory/misses/a-group.ts';
import { aSession } from '../archive/a-session.ts';
import { count, HOSTILE, percentages } from './marks.ts';

const despiteOn = (date: string) => aGroup({ misses: [`${date} despite`] });

describe('calendar', () => {
  it('describes itself in words', () => {
    const { title, description } = calendar(twoWeeks());
    expect(title).toBe('Events per day, 7 Sep to 16 Sep 2026');
    expect(description).toBe('29 events on 4 days, the most on 14 Sep (17). Missed despite a memory on 14 Sep.');
    expect(calendar({ weeks: [], first: '', last: '' })).toMatchObject({
      title: 'Events per day',
      description: 'No events.',
    });
  });

  it('gives each shade to a quarter of the days, and says which days have it', () => {
    const legendOf = (events: readonly number[]) =>
      calendar(ofDays(events)).legend.map(({ swatch, words }) => [/level-(\d)/.exec(swatch.markup)?.[1], words]);
    expect(legendOf([])).toEqual([['0', 'no session']]);
    expect(legendOf([7])).toEqual([
      ['0', 'no session'],
      ['2', 'up to 7'],
    ]);
    expect(legendOf([1, 1, 1, 900])).toEqual([
      ['0', 'no session'],
      ['1', 'up to 1'],
      ['3', 'up to 900'],
    ]);
    expect(legendOf([1, 2, 3, 4, 5, 6, 7, 1200])).toEqual([
      ['0', 'no session'],
      ['1', 'up to 2'],
      ['2', 'up to 4'],
      ['3', 'up to 6'],
      ['4', 'up to 1,200'],
    ]);
    expect(legendOf([0, 5, 5, 9])[1]).toEqual(['1', 'up to 1']);
  });

  it('escapes text', () => {
    const { markup } = calendar(ofOneDay({ events: 1, label: HOSTILE, href: HOSTILE }));
    expect(markup).not.toContain('<script');
    expect(markup.match(/<a [^>]*>/g)).toHaveLength(1);
  });

  it('has a cell for each day and a ring where needed, within the drawing', () => {
    const last = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(last, (date) => {
        const activity = activityOf([aSession({ date })], [despiteOn(date)]);
        if (!activity) throw new Error('No activity');
        const days = activity.weeks.flat();
        const drawing = calendar(activity);
        const before = days.filter(({ isBefore }) => isBefore).length;
        expect(count(drawing, '<rect ')).toBe(days.length - before);
        expect(count(drawing, 'fill="var(--ink-3)"')).toBe(before);
        expect(count(drawing, 'stroke="var(--miss)"')).toBe(1);
        expect(drawing.markup).not.toMatch(/NaN|Infinity|undefined|style=/);
        for (const value of percentages(drawing)) expect(value >= 0 && value <= 100).toBe(true);
      }),
    );
  });
});

const DAY: ActivityDay = {
  date: '2026-09-14',
  sessions: 0,
  events: 0,
  isBefore: false,
  isDespite: false,
  href: null,
  label: 'Mon 14 Sep',
};

function ofOneDay(day: Partial<ActivityDay>): Activity {
  return { weeks: [[{ ...DAY, ...day }]], first: DAY.date, last: DAY.date };
}

/** Days with one session each. */
function ofDays(events: readonly number[]): Activity {
  return { ...ofOneDay({}), weeks: [events.map((number) => ({ ...DAY, sessions: 1, events: number }))] };
}

function twoWeeks(): Activity {
  const events = [0, 4, 6, 0, 0, 0, 0, 17, 2, 0];
  const days = events.map((number, i) => ({
    date: `2026-09-${String(7 + i).padStart(2, '0')}`,
    sessions: number === 0 ? 0 : 1,
    events: number,
    isBefore: false,
    isDespite: i === 7,
    href: number === 0 ? null : `/timeline/2026-09/#d-2026-09-${String(7 + i).padStart(2, '0')}`,
    label: `${7 + i} Sep: ${number}`,
  }));
  return {
    weeks: [days.slice(0, 7), days.slice(7)],
    first: '2026-09-07',
    last: '2026-09-16',
  };
}
