import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laneAxis, laneDrawing, lanesOf, laneTable, laneWords } from '#site/charts/lanes.ts';
import { countsOf, kindsOf, rowCount, rowGroups, splitRows } from '#site/model/timeline.ts';
import { timelineAddresses, timelinePage } from '#site/model/timeline.ts';
import type { LaneKind } from '#src/archive/lane-kind.ts';
import { timelineDays } from '#src/archive/timeline-days.ts';
import type { Session } from '#src/format/session.ts';
import { dayAfter } from '#src/lib/calendar-day.ts';
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
  return { form, drawings: form.lanes.map((lane) => laneDrawing(lane, form)) };
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
    for (const name of ['2026-08', '2026-q2', '2026-w41', 'nothing', '__proto__', '2026-09/error', 'error'])
      expect(timelinePage(sessions, name)).toBeNull();
  });

  it('has a page for each of its addresses, and each event in exactly one month and one quarter', () => {
    const days = fc.array(fc.integer({ min: 0, max: 1200 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(days, (offsets) => {
        const archive = offsets.toSorted((a, b) => b - a).map((day) => errors(dayAfter('2024-11-30', day), 1));
        const pages = timelineAddresses(archive).map((address) => pageOf(archive, address.split('/')[2]));
        expect(pages).toHaveLength(new Set(timelineAddresses(archive)).size);
        for (const kind of ['month', 'quarter']) {
          const own = pages.filter(({ unit }) => unit === kind);
          expect(own.reduce((sum, page) => sum + countsOf(page.days).events, 0)).toBe(offsets.length);
          for (const { first, last, days: members } of own)
            expect(members.every(({ date }) => date >= first && date <= last)).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('exists for an empty archive', () => {
    expect(timelineAddresses([])).toEqual(['/timeline/']);
    expect(pageOf([])).toMatchObject({ title: '', days: [] });
  });
});

describe('lanesOf', () => {
  it('stacks events by day, found ones last, and keeps an empty lane', () => {
    const { form } = lanes([
      errors('2026-09-15', 1),
      errors('2026-09-14', 1, 'inkwell', `${FOUND_ERROR}- [ERROR] c\n`),
    ]);
    expect(form.lanes.map(({ events, found, most, stacks }) => [events, found, most, stacks.length])).toEqual([
      [3, 1, 3, 2],
      [0, 0, 0, 2],
    ]);
    expect(form.lanes[0]?.stacks[0]?.map(({ isFound, href }) => [isFound, href])).toEqual([
      [false, expect.stringMatching(/^\/sessions\/inkwell\/2026-09-14-ink-1-x\/#e-/)],
      [false, expect.stringMatching(/#e-/)],
      [true, expect.stringMatching(/#/)],
    ]);
    const observed = noted('2026-09-14', '## Observations\n- 10:00 [P2] a\n', { body: '## Events\n\n- [ERROR] a\n' });
    expect(kindsOf(timelineDays([observed]))).toEqual(['ERROR', 'OBSERVATION']);
  });

  it('draws a lane as bars if one stack is too high or all lanes have too many marks', () => {
    const { form } = lanes([errors('2026-09-14', 8, 'inkwell', '- [PIVOT] c\n')]);
    expect(form.lanes.map(({ isBars }) => isBars)).toEqual([true, false]);
    const many = Array.from({ length: 60 }, (_, i) => errors(dayAfter('2026-09-01', i), 7, 'inkwell', '- [PIVOT] c\n'));
    expect(lanes(many.toReversed()).form.lanes.map(({ isBars }) => isBars)).toEqual([true, false]);
  });

  it('has the same numbers as a table, newest first', () => {
    const { form } = lanes([errors('2026-09-16', 1), errors('2026-09-14', 2, 'inkwell', FOUND_ERROR)]);
    expect(laneTable(form)).toEqual({
      header: ['Days', 'Error', 'Pivot', 'Found in transcripts'],
      rows: [
        ['16 Sep 2026', 1, 0, 0],
        ['14 Sep 2026', 3, 0, 1],
      ],
    });
    expect(laneWords(form)).toBe(
      'One mark is one event; marks of the same day are stacked. The number beside a lane is its tallest stack. Hollow: found in transcripts.',
    );
  });
});

describe('laneDrawing', () => {
  it('has a link to the event of each mark, out of the tab order, and found events hollow', () => {
    const { form, drawings } = lanes([errors('2026-09-14', 1, 'inkwell', FOUND_ERROR)]);
    const { markup = '' } = drawings[0] ?? {};
    expect(markup).toContain('<title>Error</title><desc>2 errors (1 found in transcripts).</desc>');
    expect(markup).toMatch(/<a href="\/sessions\/inkwell\/[^"]*#e-[^"]*" tabindex="-1" data-project="inkwell"/);
    expect(markup).toMatch(/<title>Mon 14 Sep: b<\/title><use href="#g-found-ERROR"/);
    expect(markup).toMatch(/<text [^>]*>2<.*<text [^>]*>0</);
    expect(laneAxis(form).markup).toContain('>14 Sep<');
  });

  it('draws bars whose parts are projects and found events, and that lead to their day', () => {
    const { drawings } = lanes([errors('2026-09-14', 30, 'larder'), errors('2026-09-14', 10, 'inkwell', FOUND_ERROR)]);
    const { markup = '' } = drawings[0] ?? {};
    expect(markup).toContain(
      '<a href="/timeline/2026-09/#d-2026-09-14" tabindex="-1"><title>14 Sep 2026: 41 errors (1 found in transcripts)',
    );
    const parts = [
      ...markup.matchAll(/<rect (fill="none"|fill="var\(--tag\)")[^>]* data-project="([a-z]+)".*? height="(\d+)"/g),
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

describe('the list', () => {
  it('has the newest first, in two parts', () => {
    const sessions = [errors('2026-09-15', 3, 'larder', FOUND_ERROR), errors('2026-09-14', 40)];
    const groups = rowGroups(timelineDays(sessions));
    expect(groups.map(({ date, rows }) => [date, rows.length])).toEqual([
      ['2026-09-15', 4],
      ['2026-09-14', 40],
    ]);
    expect(splitRows(groups, 10).map((part) => part.map(({ rows }) => rows.length))).toEqual([[4, 6], [34]]);
    expect(rowCount(groups)).toBe(44);
    expect(splitRows([], 10)).toEqual([[], []]);
  });

  it('has observations among the events, by time', () => {
    const body = '## Events\n\n- 09:00 [ERROR] a\n- [ERROR] b\n- 11:00 [ERROR] c\n';
    const session = noted('2026-09-14', '## Observations\n- 10:00 [P2] seen\n', { body });
    const [group] = rowGroups(timelineDays([session]));
    expect(group?.rows.map(({ text }) => text)).toEqual(['c', 'seen', 'b', 'a']);
  });
});
