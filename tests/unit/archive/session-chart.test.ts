import { describe, expect, it } from 'vitest';
import { sessionChartOf } from '#src/archive/session-chart.ts';
import { aCommit, aFile, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession, noted } from './a-session.ts';

const DAY = '2026-03-24';
const NEXT = '2026-03-25';
const BODY = '## Events\n\n- 14:30 [ERROR] a\n- [INSIGHT] b\n- 15:00 [PIVOT] c\n';
const GIVEN = { date: DAY, started: `${DAY}T12:00:10Z`, offset: '+02:00', body: BODY };

describe('sessionChartOf', () => {
  it('without facts, has the timed events from the start of the session on', () => {
    const chart = sessionChartOf(aSession(GIVEN), null);
    expect(chart?.stretches.map(timesOf)).toEqual([['14:00', '15:00']]);
    expect(chart?.marks.map(({ kind, time }) => [kind, time])).toEqual([
      ['ERROR', '14:30'],
      ['PIVOT', '15:00'],
    ]);
    expect(chart).toMatchObject({ untimed: 1, isIdle: false, prompts: [] });
  });

  it('reaches to a later observation, and leaves out those of other days and without a time', () => {
    const notebook = `## Observations
- 16:00 [P2] Last
- 14:00 [P2] First
- [P2] Without a time
- 2025-11-03 --:-- [P2] About earlier work
- 2025-11-03 14:10 [P2] About earlier work, with a time
- 2099-01-01 10:00 [P2] A slip of the pen`;
    const chart = sessionChartOf(noted(DAY, notebook, GIVEN), null);
    expect(chart?.stretches.map(timesOf)).toEqual([['14:00', '16:00']]);
    expect(chart?.marks.map(({ kind, time }) => [kind, time])).toEqual([
      ['ERROR', '14:30'],
      ['PIVOT', '15:00'],
      ['OBSERVATION', '14:00'],
      ['OBSERVATION', '16:00'],
    ]);
  });

  it('draws nothing for a single mark, a single minute, or nothing', () => {
    const single = { ...GIVEN, body: '## Events\n\n- 14:30 [ERROR] a\n' };
    expect(sessionChartOf(aSession(single), null)).toBe(null);
    expect(sessionChartOf(noted(DAY, '## Observations\n- 14:40 [P2] b', single), null)).not.toBe(null);
    const body = '## Events\n\n- 14:00 [ERROR] a\n- 14:00 [ERROR] b\n';
    expect(sessionChartOf(aSession({ ...GIVEN, body }), null)).toBe(null);
    expect(sessionChartOf(aSession({ date: DAY, body: '' }), null)).toBe(null);
  });

  it('folds 45 minutes or more in which the transcript shows nothing', () => {
    const prompts = ['12:00', '12:44', '14:00'].map((time) => aPrompt({ at: `${DAY}T${time}:00Z` }));
    const head = { from: `${DAY}T12:00:00Z`, to: `${NEXT}T07:00:00Z` };
    const tests = [{ command: 'x', isFailed: true, at: `${DAY}T13:20:00Z`, prompt: 1 }];
    const chart = sessionChartOf(aSession({ ...GIVEN, body: '' }), someFacts({ prompts, head, tests }));
    expect(chart?.isIdle).toBe(true);
    expect(chart?.stretches.map(timesOf)).toEqual([
      ['14:00', '16:00'],
      ['09:00', '09:00'],
    ]);
    const later = someFacts({ prompts, head, tests: [] });
    expect(sessionChartOf(aSession({ ...GIVEN, body: '' }), later)?.stretches.map(timesOf)).toEqual([
      ['14:00', '14:44'],
      ['16:00', '16:00'],
      ['09:00', '09:00'],
    ]);
  });

  it('without facts, folds only long times without an event', () => {
    const body = '## Events\n\n- 14:30 [ERROR] a\n- 17:29 [PIVOT] b\n- 21:00 [PIVOT] c\n';
    const { stretches } = sessionChartOf(aSession({ ...GIVEN, body }), null) ?? { stretches: [] };
    expect(stretches.map(timesOf)).toEqual([
      ['14:00', '17:29'],
      ['21:00', '21:00'],
    ]);
  });

  it('ignores facts whose times cannot be compared with those of the events', () => {
    const chart = sessionChartOf(aSession({ ...GIVEN, offset: null }), someFacts());
    expect(chart).toMatchObject({ prompts: [], isIdle: false });
  });

  it('folds only the longest gaps of very many', () => {
    const prompts = Array.from({ length: 40 }, (_, i) =>
      aPrompt({ at: new Date(Date.UTC(2026, 2, 24 + i)).toISOString() }),
    );
    const facts = someFacts({ prompts, head: { from: null, to: null } });
    expect(sessionChartOf(aSession({ ...GIVEN, body: '' }), facts)?.stretches).toHaveLength(24);
  });

  it('joins an error to the first pivot after it, else to the commit of its file, else to nothing', () => {
    const facts = someFacts({
      prompts: [aPrompt({ at: `${DAY}T12:00:00Z` }), aPrompt({ at: `${DAY}T13:00:00Z` })],
      files: [aFile({ path: 'src/auth.ts', prompts: [1] })],
      commits: [aCommit({ at: `${DAY}T12:40:00Z` }), aCommit({ hash: 'b2c3d4e', at: `${DAY}T13:20:00Z`, prompt: 1 })],
    });
    const links = (body: string) =>
      sessionChartOf(aSession({ ...GIVEN, body: `## Events\n\n${body}` }), facts)?.links.map(({ from, to, commit }) => [
        to - from,
        commit,
      ]);
    expect(links('- 14:30 [ERROR] a in auth.ts\n- 14:45 [PIVOT] b\n- 15:00 [PIVOT] c\n')).toEqual([[15, null]]);
    expect(links('- 14:10 [PIVOT] b\n- 14:30 [ERROR] a in auth.ts\n')).toEqual([[50, 'b2c3d4e']]);
    expect(links('- 14:10 [DECISION] b\n- 14:30 [ERROR] a in my-auth.ts\n')).toEqual([]);
    expect(links('- 14:30 [ERROR] a\n  candidate: x\n- 14:45 [PIVOT] b\n')).toEqual([]);
    expect(links('- 14:30 [ERROR] a\n- 14:45 [PIVOT] b\n  candidate: x\n')).toEqual([]);
  });
});

function timesOf({ from, to }: { from: number; to: number }): string[] {
  return [from, to].map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
}
