import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { IN_A_FILE, lanesOf, ON_DESKTOP } from '#src/timeline/lanes.ts';
import { markRow } from '#src/timeline/mark-row.ts';
import { rowParts } from '#src/timeline/row-parts.ts';
import { timelineDays } from '#src/timeline/timeline-days.ts';
import { readTimelineFile, timelineFile } from '#src/timeline/timeline-file.ts';
import { rowGroup, rowsFile } from '#src/timeline/timeline-rows.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';
import { type Choice, EVERYTHING, timelineView, viewWords } from '#src/timeline/timeline-view.ts';
import { dayAfter } from '#src/value/calendar-day.ts';
import { aSession, noted } from '../archive/a-session.ts';

const SESSIONS = [
  noted('2026-10-02', '## Observations\n- 09:00 [P2] Seen\n', { body: '## Events\n\n- 10:00 [ERROR] d\n' }),
  aSession({
    date: '2026-10-01',
    branch: 'b',
    project: 'tidepool',
    body: '## Events\n\n- 10:01 [PIVOT] `e` f\n- 10:09 [ERROR] g\n',
  }),
  aSession({
    date: '2026-09-30',
    branch: 'a',
    body: '## Events\n\n- 23:00 [ERROR] a\n- 23:30 [PIVOT] p\n  candidate: 7f4b\n- 00:30 [ERROR] b\n',
  }),
];
const TIMELINE = timelineRuns(timelineDays(SESSIONS));

function view(choice: Partial<Choice> = {}, days = { first: '2026-09-30', last: '2026-10-02' }) {
  return timelineView(TIMELINE, days, { ...EVERYTHING, ...choice });
}

/** Sessions of random days, projects and tags, some unconfirmed, newest first. */
const ARCHIVE = fc
  .array(
    fc.record({
      day: fc.nat(200),
      project: fc.constantFrom('ink', 'a b/ü', 'tide'),
      tags: fc.array(fc.tuple(fc.constantFrom('ERROR', 'PIVOT', 'MEMORY-MISS'), fc.boolean()), { maxLength: 20 }),
    }),
    { maxLength: 12 },
  )
  .map((given) =>
    given
      .toSorted((a, b) => b.day - a.day)
      .map(({ day, project, tags }, i): Session => {
        const lines = tags.map(([tag, isOpen], n) => `- [${tag}] slip ${n}\n${isOpen ? '  candidate: 7f4b\n' : ''}`);
        return aSession({
          id: `s-${i}`,
          date: dayAfter('2026-01-01', day),
          branch: `b-${i}`,
          project,
          body: `## Events\n\n${lines.join('')}`,
        });
      }),
  );
const CHOICE = fc.record({
  kinds: fc.subarray(['error', 'pivot', 'miss', 'found']),
  projects: fc.subarray(['ink', 'a b/ü', 'tide']),
});

describe('timelineView', () => {
  it('counts what is chosen, newest first', () => {
    expect(view()).toMatchObject({
      ...{ rows: 7, sessions: 3, events: 5, found: 1, observations: 1 },
      runs: [{ rows: 2 }, { rows: 2 }, { rows: 1 }, { rows: 2 }],
    });
    expect(view({ kinds: ['error'] })).toMatchObject({ rows: 4, events: 4, found: 0, observations: 0 });
    expect(view({ kinds: ['pivot'] })).toMatchObject({ rows: 2, events: 1, found: 1 });
    expect(view({ kinds: ['found'] })).toMatchObject({ rows: 1, events: 0, found: 1 });
    expect(view({}, { first: '2026-10-01', last: '2026-10-01' })).toMatchObject({ rows: 3, sessions: 2 });
  });

  it('counts the choices of one group without what is chosen in it', () => {
    const places = TIMELINE.kinds.map(({ word }) => word);
    const { perKind, perProject } = view({ kinds: ['error'], projects: ['tidepool'] });
    expect(Object.fromEntries(TIMELINE.projects.map(({ slug }, i) => [slug, perProject[i]]))).toEqual({
      inkwell: 3,
      tidepool: 1,
    });
    expect([perKind[places.indexOf('error')], perKind[places.indexOf('pivot')]]).toEqual([1, 1]);
  });

  it('says in words how much it is', () => {
    expect(viewWords(view(), 1, 5)).toBe('1 week · 3 sessions · 6 of 5 events (1 found in transcripts), 1 observation');
  });

  it('lists as many rows as it counts and lanes as many as it shows, in any archive', () => {
    fc.assert(
      fc.property(ARCHIVE, CHOICE, (sessions, choice) => {
        const days = timelineDays(sessions);
        const timeline = timelineRuns(days);
        if (timeline.runs.length === 0) return;
        const found = timelineView(timeline, timeline, choice);
        const { lanes } = lanesOf(timeline, timeline, choice, IN_A_FILE);
        const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
        expect(sum(lanes.map(({ events, found: more }) => events + more))).toBe(found.rows);
        expect(
          sum(lanes.flatMap(({ stacks, isBars }) => (isBars ? [] : stacks.map(({ marks }) => marks.length)))),
        ).toBe(sum(lanes.flatMap(({ events, found: more, isBars }) => (isBars ? [] : [events + more]))));
        expect(sum(found.runs.map(({ rows }) => rows))).toBe(found.rows);
      }),
    );
  });
});

describe('timelineFile', () => {
  it('is read as what was written, without anchors, which the files of rows have', () => {
    fc.assert(
      fc.property(ARCHIVE, CHOICE, (sessions, choice) => {
        const days = timelineDays(sessions);
        const timeline = timelineRuns(days);
        const read = readTimelineFile(JSON.parse(JSON.stringify(timelineFile(timeline))));
        if (timeline.runs.length === 0) return;
        expect(read).toMatchObject({ first: timeline.first, last: timeline.last, files: timeline.files });
        expect(timelineView(read, read, choice)).toEqual(timelineView(timeline, timeline, choice));
        const [drawn, own] = [read, timeline].map((each) => lanesOf(each, each, choice, ON_DESKTOP).lanes);
        const groups = timeline.files.flatMap((_, number) => rowsFile(days, number) ?? []);
        for (const [i, lane] of own?.entries() ?? [])
          for (const [j, { marks, ...stack }] of lane.stacks.entries()) {
            const same = drawn?.[i]?.stacks[j];
            expect(same).toMatchObject(stack);
            for (const [k, { href, ...mark }] of marks.entries()) {
              expect(same?.marks[k]).toEqual({ ...mark, href: null });
              const group = groups[mark.run];
              const row = group && markRow(group, lane.words.kind, mark.place);
              expect(`${group?.address}#${row?.id}`).toBe(href);
            }
          }
      }),
    );
  });
});

describe('rowsFile', () => {
  it('has a group for each run, in files of some hundred rows', () => {
    const days = timelineDays(
      Array.from({ length: 9 }, (_, i) =>
        aSession({ id: `s-${i}`, date: `2026-10-0${9 - i}`, body: `## Events\n\n${'- [ERROR] slip\n'.repeat(100)}` }),
      ),
    );
    const { files, runs } = timelineRuns(days);
    expect(files).toEqual([0, 3, 6]);
    expect(files.flatMap((_, number) => rowsFile(days, number) ?? []).map(({ date }) => date)).toEqual(
      runs.map(({ date }) => date),
    );
    expect(rowsFile(days, 3)).toBeNull();
    expect(rowsFile(days, Number.NaN)).toBeNull();
  });

  it('lists observations by time, after events without one', () => {
    const events = '## Events\n\n- [PIVOT] untimed\n- 10:00 [ERROR] a\n- 11:00 [ERROR] b\n';
    const notes = '## Observations\n- [P2] Early\n- 10:00 [P2] Same\n- 10:30 [P2] Between\n- 12:00 [P2] Late\n';
    const [group] = rowsFile(timelineDays([noted('2026-10-02', notes, { body: events })]), 0) ?? [];
    expect(group?.rows.map(({ time, kind }) => `${time} ${kind[0]}`)).toEqual([
      '12:00 O',
      '11:00 E',
      '10:30 O',
      '10:00 O',
      '10:00 E',
      ' P',
      ' O',
    ]);
  });

  it('has rows newest first, observations among them by time, code apart, and where an event comes from', () => {
    const groups = rowsFile(timelineDays(SESSIONS), 0) ?? [];
    expect(groups.map(({ date, project }) => [date, project])).toEqual([
      ['2026-09-30', 'inkwell'],
      ['2026-10-01', 'inkwell'],
      ['2026-10-01', 'tidepool'],
      ['2026-10-02', 'inkwell'],
    ]);
    expect(groups[0]?.rows.map(({ time, mark }) => [time, mark])).toEqual([
      ['23:30', 'found'],
      ['23:00', ''],
    ]);
    expect(groups[2]?.rows.map(({ words }) => words)).toEqual([['g'], [['e'], ' f']]);
    expect(groups[3]?.rows.map(({ kind }) => kind)).toEqual(['ERROR', 'OBSERVATION']);
  });
});

describe('rowParts', () => {
  it('divides rows, and repeats the heading of a session that goes on', () => {
    const body = `## Events\n\n${'- [ERROR] slip\n'.repeat(5)}`;
    const group = rowGroup({
      date: '2026-10-01',
      session: aSession({ body }),
      events: aSession({ body }).chronicle.events,
      observations: [],
    });
    const parts = rowParts([group, group], 3, 6).map((part) => part.map(({ rows }) => rows.length));
    expect(parts).toEqual([[3], [2, 4], [1]]);
    expect(rowParts([], 3, 6)).toEqual([]);
  });
});
