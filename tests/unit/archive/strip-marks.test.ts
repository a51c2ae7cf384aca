import { expect, it } from 'vitest';
import { sessionStrip } from '#src/archive/strip-marks.ts';
import { aSession, noted } from './a-session.ts';

const DAY = '2026-09-14';
const BODY = '## Events\n\n- 14:30 [ERROR] a\n- [INSIGHT] b\n- 15:00 [PIVOT] c\n';
const GIVEN = { started: `${DAY}T12:00:10Z`, offset: '+02:00', body: BODY };

it('has the timed events from the start of the session to the last one', () => {
  const strip = sessionStrip(aSession({ date: DAY, ...GIVEN }));
  expect(strip?.minutes).toBe(60);
  expect(strip?.marks.map(({ kind, time, at }) => [kind, time, at])).toEqual([
    ['ERROR', '14:30', 0.5],
    ['PIVOT', '15:00', 1],
  ]);
});

it('reaches to a later observation, and leaves out those of other days and without a time', () => {
  const notebook = `## Observations
- 16:00 [P2] Last
- 14:00 [P2] First
- [P2] Without a time
- 2025-11-03 --:-- [P2] About earlier work
- 2025-11-03 14:10 [P2] About earlier work, with a time
- 2099-01-01 10:00 [P2] A slip of the pen`;
  const strip = sessionStrip(noted(DAY, notebook, GIVEN));
  expect(strip?.minutes).toBe(120);
  expect(strip?.marks.map(({ kind, time, at }) => [kind, time, at])).toEqual([
    ['ERROR', '14:30', 0.25],
    ['PIVOT', '15:00', 0.5],
    ['OBSERVATION', '14:00', 0],
    ['OBSERVATION', '16:00', 1],
  ]);
});

it('draws no line for a single mark or a single minute', () => {
  const single = { ...GIVEN, body: '## Events\n\n- 14:30 [ERROR] a\n' };
  expect(sessionStrip(aSession({ date: DAY, ...single }))).toBe(null);
  expect(sessionStrip(noted(DAY, '## Observations\n- 14:40 [P2] b', single))?.minutes).toBe(40);
  const body = '## Events\n\n- 14:00 [ERROR] a\n- 14:00 [ERROR] b\n';
  expect(sessionStrip(aSession({ date: DAY, ...GIVEN, body }))).toBe(null);
  expect(sessionStrip(aSession({ date: DAY, body: '' }))).toBe(null);
});
