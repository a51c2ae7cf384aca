import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { TAG_ORDER, TAGS, tagWord } from '#src/chronicle/tags.ts';
import { columnsOf, OVERVIEW, WIDE } from '#src/timeline/columns.ts';
import { countedRows } from '#src/timeline/counted-rows.ts';
import { OBSERVATION } from '#src/timeline/lane-kind.ts';
import { barAddress, timelineAddress, timelinePages } from '#src/timeline/timeline.ts';
import { timelineDays, weekCounts } from '#src/timeline/timeline-days.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';
import { dayAfter, daysBetween } from '#src/value/calendar-day.ts';
import { aSession, noted } from '../archive/a-session.ts';

/** A session with this number of errors on each of the days, newest first. */
function sessionsOn(days: readonly string[], errors: number): Session[] {
  const body = `## Events\n\n${Array.from({ length: errors }, (_, i) => `- [ERROR] slip ${i}\n`).join('')}`;
  return days.toReversed().map((date) => aSession({ date, body }));
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => dayAfter(first, i));
}

/** The pages that list events of all tags, with their number. */
function listing(sessions: readonly Session[]): Record<string, number> {
  return Object.fromEntries(
    [...timelinePages(sessions)]
      .filter(([path, { tag, period }]) => path !== '' && tag === null && period.parts.length === 0)
      .map(([path, { period }]) => [path, period.events]),
  );
}

describe('timelineDays', () => {
  it('puts an event on the day it was logged, even after midnight and across sessions', () => {
    const late = aSession({ date: '2026-09-14', body: '## Events\n\n- 23:50 [ERROR] a\n- 00:10 [PIVOT] b\n' });
    const early = aSession({ date: '2026-09-15', branch: 'b', body: '## Events\n\n- 09:00 [PIVOT] c\n' });
    const days = timelineDays([early, late]);
    expect(days.map(({ date, counts }) => [date, Object.fromEntries(counts)])).toEqual([
      ['2026-09-14', { ERROR: 1 }],
      ['2026-09-15', { PIVOT: 2 }],
    ]);
    expect(days[1]?.runs.map(({ events }) => events.map(({ text }) => text))).toEqual([['c'], ['b']]);
  });

  it('puts an observation on the day it was made, but none outside the archive', () => {
    const notebook = `## Observations
- 10:00 [P2] Without a day
- 2026-09-15 00:10 [P2] After midnight
- 2026-09-11 --:-- [P2] About earlier work
- 1999-01-01 --:-- [P2] About work before the archive began
- 2099-12-31 10:00 [P2] A slip of the pen`;
    const body = '## Events\n\n- 23:50 [ERROR] a\n- 00:20 [PIVOT] b\n';
    const first = aSession({ date: '2026-09-10', body: '## Events\n\n- [ERROR] x\n' });
    const days = timelineDays([noted('2026-09-14', notebook, { body }), first]);
    expect(
      days.map(({ date, observations, runs }) => [
        date,
        observations,
        runs.map((run) => [run.events.length, run.observations.map(({ title }) => title)]),
      ]),
    ).toEqual([
      ['2026-09-10', 0, [[1, []]]],
      ['2026-09-11', 1, [[0, ['About earlier work']]]],
      ['2026-09-14', 2, [[1, ['Without a day', 'About work before the archive began']]]],
      ['2026-09-15', 2, [[1, ['After midnight', 'A slip of the pen']]]],
    ]);
  });

  it('have the days on which nothing was logged but something was observed', () => {
    const days = timelineDays([noted('2026-09-14', '## Observations\n- 10:00 [P2] Alone')]);
    expect(days.map(({ date, counts, observations }) => [date, counts.size, observations])).toEqual([
      ['2026-09-14', 0, 1],
    ]);
  });

  it('are computed once per archive', () => {
    const sessions = sessionsOn(['2026-09-14'], 1);
    expect(timelineDays(sessions)).toBe(timelineDays(sessions));
    expect(timelinePages(sessions)).toBe(timelinePages(sessions));
  });
});

describe('observations', () => {
  const observed = (date: string, count: number, body = '') =>
    noted(date, `## Observations\n${Array.from({ length: count }, (_, n) => `- 10:00 [P2] ${n}\n`).join('')}`, {
      body,
    });
  const periodOf = (sessions: readonly Session[], path: string) => timelinePages(sessions).get(path);

  it('are on the timeline of all tags only, and no events', () => {
    const sessions = [observed('2026-09-14', 2, '## Events\n\n- [ERROR] a\n')];
    const [all, errors] = [periodOf(sessions, ''), periodOf(sessions, 'error')];
    expect(all?.period).toMatchObject({ events: 1, found: 0, observations: 2 });
    expect(errors?.period).toMatchObject({ events: 1, observations: 0 });
    expect(all && timelineRuns(all.period.days).kinds.map(({ kind }) => kind)).toContain(OBSERVATION);
    expect(all && countedRows(all.period)).toBe('1 event, 2 observations');
    expect(errors && countedRows(errors.period)).toBe('1 event');
  });

  it('fill a page as events do', () => {
    const pages = timelinePages([observed('2026-09-14', 500), observed('2026-05-14', 600)]);
    const listed = [...pages].filter(([path, { period }]) => path.startsWith('2026') && period.parts.length === 0);
    expect(listed.map(([path, { period }]) => [path, period.observations])).toEqual([
      ['2026-w20', 600],
      ['2026-09', 500],
    ]);
    const quarter = pages.get('2026-q2');
    const column = { first: '2026-05-14', last: '2026-05-16' };
    expect(quarter && barAddress(quarter, OBSERVATION, column)).toBe('/timeline/2026-w20/#d-2026-05-14');
  });
});

describe('timelinePages', () => {
  it('are one for all tags and one for each tag in an archive that fits on its first page', () => {
    const pages = timelinePages(sessionsOn(daysFrom('2026-09-14', 3), 10));
    expect([...pages.keys()]).toEqual(['', ...TAG_ORDER.map(tagWord)]);
    expect(pages.get('error')?.period).toMatchObject({
      ...{ name: '', events: 30, first: '2026-09-14', last: '2026-09-16' },
    });
    expect(pages.get('pivot')?.period.events).toBe(0);
  });

  it('have months as soon as the first page does not list everything', () => {
    const pages = timelinePages(sessionsOn(['2026-06-30', '2026-09-01', '2026-09-02'], 11));
    expect([...pages.keys()].filter((path) => path.startsWith('2026'))).toEqual([
      ...['2026-q2', '2026-06', '2026-q3', '2026-09'],
    ]);
    expect(pages.get('')).toMatchObject({ isWhole: true, period: { name: '', events: 33 } });
    expect(pages.get('error')?.quarters).toEqual([]);
    expect(pages.get('2026-09')).toMatchObject({ earlier: { name: '2026-06' }, later: null });
  });

  it('split the events of a tag into quarters above 600 rows and headings, and open with the newest', () => {
    const sessions = sessionsOn(['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'], 376);
    const pages = timelinePages(sessions);
    expect(pages.get('error')).toMatchObject({
      isWhole: true,
      period: { name: '2026-q3', title: 'July to September 2026' },
    });
    expect(pages.get('error/2026-q1')).toMatchObject({
      isWhole: false,
      period: { first: '2026-01-01', last: '2026-03-31', label: 'Jan to Mar' },
      earlier: { name: '2025-q4' },
      later: { name: '2026-q2' },
    });
    expect(pages.get('pivot')?.quarters).toEqual([]);
    expect(pages.has('pivot/2026-q1')).toBe(false);
  });

  it('split a full month into weeks, and a full week into days', () => {
    const sessions = sessionsOn(['2026-10-05', '2026-10-31', '2026-11-01', '2026-11-02', '2026-12-01'], 500);
    const pages = timelinePages(sessions);
    expect(listing(sessions)).toEqual({
      ...{ '2026-w41': 500, '2026-10-31': 500, '2026-11-01': 500, '2026-w45': 500, '2026-12': 500 },
      '2026-10': undefined,
    });
    expect(pages.get('2026-11')?.period.parts.map(({ name }) => name)).toEqual(['2026-w44', '2026-w45']);
    expect(pages.get('2026-10-31')).toMatchObject({
      period: { title: 'Sat 31 Oct 2026', first: '2026-10-31', last: '2026-10-31' },
      above: [{ name: '2026-q4' }, { name: '2026-11' }, { name: '2026-w44' }],
      later: { name: '2026-11-01' },
    });
  });

  it('give an ISO week the year of its Thursday', () => {
    const sessions = sessionsOn(['2026-12-28', '2027-01-03', '2027-01-04'], 1600);
    expect([...timelinePages(sessions).keys()].filter((path) => /^\d{4}-w/.test(path))).toEqual([
      '2026-w53',
      '2027-w01',
    ]);
  });

  it('list each event once in any archive', () => {
    const archive = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 900 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(archive, (days) => {
        const sessions = days
          .toSorted(([a], [b]) => b - a)
          .flatMap(([day, errors]) => sessionsOn([dayAfter('2025-12-01', day)], errors));
        const listed = [...timelinePages(sessions)].filter(
          ([path, { tag, period, isWhole }]) =>
            tag === 'ERROR' && period.parts.length === 0 && !(isWhole && period.name !== '') && path !== '',
        );
        const rows = listed.flatMap(([, { period }]) => period.days).map(({ counts }) => counts.get('ERROR') ?? 0);
        expect(rows.reduce((sum, events) => sum + events, 0)).toBe(days.reduce((sum, [, errors]) => sum + errors, 0));
      }),
      { numRuns: 25 },
    );
  });

  it('exist for an empty archive', () => {
    expect([...timelinePages([]).values()].map(({ period }) => period.events)).toEqual(Array(TAGS.length + 1).fill(0));
  });
});

describe('barAddress', () => {
  it('links to the newest day of a column on the page that lists it', () => {
    const sessions = sessionsOn(['2026-10-05', '2026-10-07', '2026-10-31'], 290);
    const page = timelinePages(sessions).get('2026-10');
    expect(page && barAddress(page, 'ERROR', { first: '2026-10-05', last: '2026-10-08' })).toBe(
      '/timeline/2026-w41/#d-2026-10-07',
    );
  });
});

describe('timelineAddress', () => {
  it('is the address of a timeline or of a period', () => {
    expect(timelineAddress(null)).toBe('/timeline/');
    expect(timelineAddress('MEMORY-MISS', '2026-q4')).toBe('/timeline/miss/2026-q4/');
  });
});

describe('columnsOf', () => {
  it('are days, half weeks from Monday, weeks, months, and so on', () => {
    expect(columnsOf('2026-09-16', '2026-09-16')).toMatchObject({ unit: 'day', columns: [{ first: '2026-09-16' }] });
    expect(columnsOf('2026-10-01', '2026-12-31')).toMatchObject({
      unit: 'half week',
      columns: expect.arrayContaining([
        { first: '2026-09-28', last: '2026-10-01' },
        { first: '2026-10-02', last: '2026-10-04' },
      ]),
    });
    expect(columnsOf('2026-05-01', '2026-12-31').unit).toBe('week');
    expect(columnsOf('2024-01-01', '2026-12-31')).toMatchObject({
      unit: 'month',
      columns: expect.arrayContaining([{ first: '2024-02-01', last: '2024-02-29' }]),
    });
    expect(columnsOf('2001-01-01', '2026-12-31').unit).toBe('quarter');
    expect(columnsOf('1026-01-01', '2026-12-31').unit).toBe('16 years');
  });

  it.each([
    [70, 'day'],
    [71, 'half week'],
    [176, 'half week'],
    [177, 'week'],
    [414, 'week'],
    [415, 'month'],
  ])('are, on a desktop, for %i days: %s', (days, unit) => {
    expect(columnsOf('2026-01-01', dayAfter('2026-01-01', days - 1), WIDE).unit).toBe(unit);
  });

  it('are never days in an overview', () => {
    expect(columnsOf('2026-10-05', '2026-10-11', OVERVIEW)).toMatchObject({
      unit: 'half week',
      columns: { length: 2 },
    });
  });

  it('contain every day of their period once', () => {
    const length = fc.integer({ min: 0, max: 4000 });
    const start = fc.integer({ min: 0, max: 4000 });
    fc.assert(
      fc.property(start, length, (from, days) => {
        const first = dayAfter('2016-01-01', from);
        const last = dayAfter(first, days);
        const { columns, indexOf } = columnsOf(first, last);
        expect(columns.length).toBeLessThanOrEqual(132);
        expect(daysBetween(columns[0]?.first ?? '', first)).toBeLessThan(92);
        for (const [i, column] of columns.entries()) {
          expect(indexOf(column.first)).toBe(i);
          expect(indexOf(column.last)).toBe(i);
          if (i > 0) expect(column.first).toBe(dayAfter(columns[i - 1]?.last ?? '', 1));
        }
        expect(indexOf(first)).toBe(0);
        expect(indexOf(last)).toBe(columns.length - 1);
      }),
    );
  });
});

describe('weekCounts', () => {
  it('count tags by the Monday of their week', () => {
    const sessions = sessionsOn(['2026-09-14', '2026-09-20', '2026-09-21'], 2);
    expect(weekCounts(timelineDays(sessions))).toEqual([
      { week: '2026-09-14', tag: 'ERROR', events: 4, found: 0, observations: 0 },
      { week: '2026-09-21', tag: 'ERROR', events: 2, found: 0, observations: 0 },
    ]);
  });

  it('give observations a row of their own, so that no column counts an event twice', () => {
    const session = noted('2026-09-15', '## Observations\n- [P2] a\n- [P2] b', { body: '## Events\n\n- [ERROR] c\n' });
    expect(weekCounts(timelineDays([session]))).toEqual([
      { week: '2026-09-14', tag: 'ERROR', events: 1, found: 0, observations: 0 },
      { week: '2026-09-14', tag: '', events: 0, found: 0, observations: 2 },
    ]);
  });
});
