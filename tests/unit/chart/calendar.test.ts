import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Activity, type ActivityDay, activityOf } from '#src/archive/activity.ts';
import { CALENDAR_LEGEND, calendar } from '#src/chart/calendar.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { aSession } from '../archive/a-session.ts';
import { count, HOSTILE, lines, percentages } from './marks.ts';

describe('calendar', () => {
  it('draws days as cells', async () => {
    await expectGolden(lines(calendar(twoWeeks())), 'snapshots/calendar.svg');
  });

  it('describes itself in words', () => {
    const { title, description } = calendar(twoWeeks());
    expect(title).toBe('Events per day, 7 Sep to 16 Sep 2026');
    expect(description).toBe('29 events on 4 days, the most on 14 Sep (17). Missed despite a memory on 14 Sep.');
    expect(calendar({ weeks: [], first: '', last: '' })).toMatchObject({
      title: 'Events per day',
      description: 'No events.',
    });
  });

  it('gets darker at 1, 6, 10 and 17 events', () => {
    const levelAt = (events: number) => /fill-level-(\d)/.exec(calendar(ofOneDay({ events })).markup)?.[1];
    expect([0, 1, 5, 6, 9, 10, 16, 17, 999].map(levelAt)).toEqual(['0', '1', '1', '2', '2', '3', '3', '4', '4']);
    expect(CALENDAR_LEGEND.map(({ words }) => words)).toEqual([
      'no session',
      'up to 5',
      '6–9',
      '10–16',
      '17+',
      'missed despite a memory',
    ]);
  });

  it('draws a day with unconfirmed events dashed, with a legend only if there are any', () => {
    const drawing = calendar(ofOneDay({ candidates: 2, href: '/on/09-14/#y-2026' }));
    expect(count(drawing, 'class="calendar-candidates"')).toBe(1);
    expect(drawing.markup).toContain('fill-level-0');
    expect(drawing.legend.at(-1)?.words).toBe('unconfirmed events');
    expect(drawing.description).toBe('No events. 2 unconfirmed events.');
    expect(calendar(ofOneDay({ events: 3 })).markup).not.toContain('calendar-candidates');
  });

  it('hides six of eighteen weeks on a phone, and labels the first month', () => {
    const [, earlier = '', shown = ''] = drawnUpTo('2026-11-20').split(/<g class="calendar-earlier">|<text[^>]*>Sep</);
    expect(earlier.match(/<rect /g)).toHaveLength(6 * 7);
    expect(shown).not.toContain('calendar-month-narrow');
    expect(drawnUpTo('2026-11-27')).toMatch(/calendar-month-narrow"[^>]*>Sep</);
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
        const activity = activityOf([aSession({ date })], new Set([date, '2020-02-29']));
        if (!activity) throw new Error('No activity');
        const days = activity.weeks.flat();
        const drawing = calendar(activity);
        expect(count(drawing, '<rect ')).toBe(days.length);
        expect(count(drawing, '<circle ')).toBe(days.filter(({ isDespite }) => isDespite).length);
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
  candidates: 0,
  isDespite: false,
  href: null,
  label: 'Mon 14 Sep',
};

function ofOneDay(day: Partial<ActivityDay>): Activity {
  return { weeks: [[{ ...DAY, ...day }]], first: DAY.date, last: DAY.date };
}

function drawnUpTo(last: string): string {
  const activity = activityOf([aSession({ date: last })], new Set());
  return activity ? calendar(activity).markup : '';
}

function twoWeeks(): Activity {
  const events = [0, 4, 6, 0, 0, 0, 0, 17, 2, 0];
  const days = events.map((number, i) => ({
    date: `2026-09-${String(7 + i).padStart(2, '0')}`,
    sessions: number === 0 ? 0 : 1,
    events: number,
    candidates: 0,
    isDespite: i === 7,
    href: number === 0 ? null : `/on/09-${String(7 + i).padStart(2, '0')}/#y-2026`,
    label: `${7 + i} Sep: ${number}`,
  }));
  return { weeks: [days.slice(0, 7), days.slice(7)], first: '2026-09-07', last: '2026-09-16' };
}
