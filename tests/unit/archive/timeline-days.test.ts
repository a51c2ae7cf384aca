import { describe, expect, it } from 'vitest';
import { timelineDays } from '#src/archive/timeline-days.ts';
import { aSession, noted } from './a-session.ts';

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
    const [day, ...others] = days;
    expect(others).toEqual([]);
    expect(day).toMatchObject({ date: '2026-09-14', counts: new Map(), observations: 1 });
  });
});
