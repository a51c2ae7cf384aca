import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, laneAxis, laneDrawing, lanesOf, laneTable, laneWords } from '#site/charts/lanes.ts';
import { countsOf, kindsOf, timelineAddresses, timelinePage } from '#site/model/timeline.ts';
import { FOUND, rowsOf } from '#site/model/timeline-choice.ts';
import { projectCounts } from '#site/model/timeline-counts.ts';
import { rowCount, rowGroups, rowParts } from '#site/model/timeline-rows.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_ORDER, tagWord } from '#src/format/tags.ts';
import type { LaneKind } from '#src/archive/lane-kind.ts';
import { timelineDays } from '#src/archive/timeline-days.ts';
import { dayAfter, daysBetween } from '#src/lib/calendar-day.ts';
import { aSession, noted } from '../archive/a-session.ts';
import { count, HOSTILE, percentages } from '../chart/marks.ts';

const FOUND_ERROR = '- [ERROR] b\n  candidate: 7f4b\n';

function errors(date: string, events: number, project = 'inkwell', more = ''): Session {
  return aSession({ date, project, body: `## Events\n\n${'- [ERROR] slip\n'.repeat(events)}${more}` });
}

function pageOf(sessions: readonly Session[], name = '') {
  const page = timelinePage(sessions, name);
  if (!page) throw new Error(`There is no page ${name}.`);
  return page;
}

function lanes(sessions: readonly Session[], kinds: LaneKind[] = ['ERROR', 'PIVOT']) {
  const days = timelineDays(sessions);
  const form = lanesOf({ first: days[0]?.date ?? '', last: days.at(-1)?.date ?? '', days }, kinds);
  return { wide: form, drawings: form.lanes.map((lane) => laneDrawing(lane, form)) };
}

describe('timelinePage', () => {
  const sessions = [errors('2026-11-19', 2), errors('2026-09-28', 1), errors('2026-09-27', 1), errors('2025-12-31', 1)];

  it('shows the newest eight weeks first, in whole weeks', () => {
    expect(pageOf(sessions)).toMatchObject({ title: '28 Sep to 22 Nov 2026', first: '2026-09-28', last: '2026-11-22' });
    expect(pageOf(sessions).days.map(({ date }) => date)).toEqual(['2026-09-28', '2026-11-19']);
  });

  it('has quarters and months with anything in them, each leading to those before and after it', () => {
    expect(pageOf(sessions, '2026-q3')).toMatchObject({
      ...{ unit: 'quarter', title: 'July to September 2026', first: '2026-07-01', last: '2026-09-30' },
      ...{ earlier: { name: '2025-q4' }, later: { name: '2026-q4', title: 'October to December 2026' } },
    });
    expect(pageOf(sessions, '2025-12')).toMatchObject({ first: '2025-12-01', last: '2025-12-31', earlier: null });
    for (const name of ['2026-08', '2026-q2', '2026-w41', 'nothing', '__proto__', '2026-09/error'])
      expect(timelinePage(sessions, name)).toBeNull();
  });

  it('shows a tag alone over all days, without observations', () => {
    const observed = noted('2026-09-14', '## Observations\n- 10:00 [P2] a\n', { body: '## Events\n\n- [ERROR] a\n' });
    const [all, error] = [pageOf([observed]), pageOf([observed], 'error')];
    expect([countsOf(all.days, null), countsOf(error.days, 'ERROR')]).toEqual([
      { events: 1, found: 0, observations: 1 },
      { events: 1, found: 0, observations: 0 },
    ]);
    expect([kindsOf(all).at(-1), kindsOf(error)]).toEqual(['OBSERVATION', ['ERROR']]);
  });

  it('has a page for each of its addresses, and each event in exactly one month', () => {
    const days = fc.array(fc.integer({ min: 0, max: 1200 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(days, (offsets) => {
        const archive = offsets.toSorted((a, b) => b - a).map((day) => errors(dayAfter('2024-11-30', day), 1));
        const pages = timelineAddresses(archive).map((address) => pageOf(archive, address.split('/')[2]));
        expect(pages).toHaveLength(new Set(timelineAddresses(archive)).size);
        const inMonths = pages.filter(({ unit }) => unit === 'month').map((page) => countsOf(page.days, null).events);
        expect(inMonths.reduce((sum, events) => sum + events, 0)).toBe(offsets.length);
      }),
      { numRuns: 25 },
    );
  });

  it('exists for an empty archive', () => {
    expect(timelineAddresses([])).toEqual(['/timeline/', ...TAG_ORDER.map((tag) => `/timeline/${tagWord(tag)}/`)]);
    expect(pageOf([])).toMatchObject({ title: '', days: [] });
  });
});

describe('columnsOf', () => {
  it.each([
    [1, 'day'],
    [70, 'day'],
    [71, 'week'],
    [414, 'week'],
    [415, 'month'],
    [3700, 'year'],
    [365_000, '9 years'],
  ])('are for %i days: %s', (days, unit) => {
    expect(columnsOf('2026-01-01', dayAfter('2026-01-01', days - 1)).unit).toBe(unit);
  });

  it('contain every day of their period once', () => {
    const number = fc.integer({ min: 0, max: 4000 });
    fc.assert(
      fc.property(number, number, (from, days) => {
        const first = dayAfter('2016-01-01', from);
        const last = dayAfter(first, days);
        const { columns, indexOf } = columnsOf(first, last);
        expect(columns.length).toBeLessThanOrEqual(132);
        expect(daysBetween(columns[0]?.first ?? '', first)).toBeLessThan(366);
        for (const [i, column] of columns.entries()) {
          expect([indexOf(column.first), indexOf(column.last)]).toEqual([i, i]);
          if (i > 0) expect(column.first).toBe(dayAfter(columns[i - 1]?.last ?? '', 1));
        }
        expect([indexOf(first), indexOf(last)]).toEqual([0, columns.length - 1]);
      }),
    );
  });
});

describe('lanesOf', () => {
  it('stacks events by column, found ones last, and keeps an empty lane', () => {
    const { wide } = lanes([
      errors('2026-09-15', 1),
      errors('2026-09-14', 1, 'inkwell', `${FOUND_ERROR}- [ERROR] c\n`),
    ]);
    expect(wide.unit).toBe('day');
    expect(wide.lanes.map(({ events, found, most, stacks }) => [events, found, most, stacks.length])).toEqual([
      [3, 1, 3, 2],
      [0, 0, 0, 2],
    ]);
    expect(wide.lanes[0]?.stacks[0]?.map(({ isFound, href }) => [isFound, href])).toEqual([
      [false, expect.stringMatching(/^\/sessions\/inkwell\/2026-09-14-ink-1-x\/#e-/)],
      [false, expect.stringMatching(/#e-/)],
      [true, expect.stringMatching(/#/)],
    ]);
  });

  it('draws a lane as bars if one stack is too high or all lanes have too many marks', () => {
    const { wide } = lanes([errors('2026-09-14', 8, 'inkwell', '- [PIVOT] c\n')]);
    expect(wide.lanes.map(({ isBars }) => isBars)).toEqual([true, false]);
    const many = Array.from({ length: 60 }, (_, i) => errors(dayAfter('2026-09-01', i), 7, 'inkwell', '- [PIVOT] c\n'));
    expect(lanes(many.toReversed()).wide.lanes.map(({ isBars }) => isBars)).toEqual([true, false]);
  });

  it('has the same numbers as a table, newest first', () => {
    const { wide } = lanes([errors('2026-09-16', 1), errors('2026-09-14', 2, 'inkwell', FOUND_ERROR)]);
    expect(laneTable(wide)).toEqual({
      header: ['Days', 'Error', 'Pivot', 'Found in transcripts'],
      rows: [
        ['16 Sep 2026', 1, 0, 0],
        ['14 Sep 2026', 3, 0, 1],
      ],
    });
    expect(laneWords(wide)).toBe(
      'One mark is one event; marks of the same day are stacked. The number beside a lane is its tallest stack. Hollow: found in transcripts.',
    );
  });
});

describe('laneDrawing', () => {
  it('has a link to the event of each mark, out of the tab order, and found events hollow', () => {
    const { wide, drawings } = lanes([errors('2026-09-14', 1, 'inkwell', FOUND_ERROR)]);
    const { markup = '' } = drawings[0] ?? {};
    expect(markup).toContain('<title>Error</title><desc>2 errors (1 found in transcripts).</desc>');
    expect(markup).toMatch(/<a href="\/sessions\/inkwell\/[^"]*#e-[^"]*" tabindex="-1" data-project="inkwell"/);
    expect(markup).toMatch(/data-found=""><title>Mon 14 Sep: b<\/title><use href="#g-found-ERROR"/);
    expect(markup).toMatch(/<text [^>]*>2<.*<text [^>]*>0</);
    expect(laneAxis(wide).markup).toContain('>14 Sep<');
  });

  it('draws observations as bookmarks', () => {
    const { drawings } = lanes([noted('2026-09-14', '## Observations\n- 10:00 [P2] One\n')], ['OBSERVATION']);
    expect(drawings[0]?.markup).toMatch(
      /#o-[0-9a-f]{6}"[^>]*><title>Mon 14 Sep, 10:00: One<\/title><use href="#g-bookmark"/,
    );
  });

  it('draws bars whose parts are projects and found events, and that lead to their newest day', () => {
    const { drawings } = lanes([errors('2026-09-14', 30, 'larder'), errors('2026-09-14', 10, 'inkwell', FOUND_ERROR)]);
    const { markup = '' } = drawings[0] ?? {};
    expect(markup).toContain(
      '<a href="/timeline/2026-09/#d-2026-09-14" tabindex="-1" data-base="41"><title>14 Sep 2026: 41 errors',
    );
    const parts = [
      ...markup.matchAll(/<rect (fill="none"|fill="var\(--tag\)")[^>]* data-project="([a-z]+)" data-height="(\d+)"/g),
    ];
    expect(parts.map(([, look, project]) => [look, project]).sort()).toEqual([
      ['fill="none"', 'inkwell'],
      ['fill="var(--tag)"', 'inkwell'],
      ['fill="var(--tag)"', 'larder'],
    ]);
    expect(parts.reduce((sum, [, , , height]) => sum + Number(height), 0)).toBe(40);
  });

  it('is fluid, and escapes what comes from the archive', () => {
    const hostile = aSession({ date: '2026-09-14', name: HOSTILE, body: `## Events\n\n- [ERROR] ${HOSTILE}\n` });
    for (const drawing of lanes([hostile, errors('2026-09-13', 40)]).drawings) {
      expect(drawing.markup).not.toMatch(/<script|javascript:x'|viewBox|style=|NaN|undefined/);
      for (const percentage of percentages(drawing)) expect(percentage).toBeLessThanOrEqual(100);
      expect(count(drawing, '<a ')).toBe(count(drawing, ' tabindex="-1"'));
    }
  });
});

describe('the list and the choices', () => {
  const sessions = [
    errors('2026-09-15', 3, 'larder', FOUND_ERROR),
    errors('2026-09-14', 40, 'inkwell', '- [PIVOT] c\n'),
  ];
  const days = timelineDays(sessions);

  it('lists the newest first, in parts, and says what is not among them', () => {
    const groups = rowGroups(days, null);
    expect(groups.map(({ date, rows }) => [date, rows.length])).toEqual([
      ['2026-09-15', 4],
      ['2026-09-14', 41],
    ]);
    const { parts, rest } = rowParts(groups, 10, 36);
    expect([parts.map(rowCount), rowCount(rest)]).toEqual([[10, 26], 9]);
    expect(rowCount(rowGroups(days, 'PIVOT'))).toBe(1);
    expect(rowParts([], 10, 36)).toEqual({ parts: [], rest: [] });
  });

  it('counts the rows of each project and kind', () => {
    const projects = projectCounts(days);
    expect(projects.map(({ slug, counts }) => [slug, counts])).toEqual([
      ['inkwell', { error: [40, 0], pivot: [1, 0] }],
      ['larder', { error: [3, 1] }],
    ]);
    const all = projects.map(({ counts }) => counts);
    expect([[], ['error'], [FOUND], ['pivot', FOUND]].map((kinds) => rowsOf(all, kinds))).toEqual([45, 44, 1, 2]);
  });
});
