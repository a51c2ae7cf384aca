import { describe, expect, it } from 'vitest';
import { lengthWords, sessionTime, spanMinutes } from '#src/archive/session-time.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

describe('lengthWords', () => {
  it('is the active time, and without facts the time to the last event, named as such', () => {
    const session = aSession({ body: '## Events\n\n- 15:10 [PIVOT] x\n' });
    const times = { from: '2026-09-14T12:00:00Z', to: '2026-09-14T14:05:00Z' };
    const { head } = someFacts({ head: { activeMinutes: 45, ...times } });
    expect(lengthWords({ ...session, facts: head })).toBe('45 min active');
    expect(spanMinutes({ ...session, facts: head })).toBe(125);
    expect(lengthWords(session)).toBe('1 h 10 to its last event');
    expect(spanMinutes(session)).toBe(70);
    expect([lengthWords(aSession()), spanMinutes(aSession())]).toEqual(['', null]);
  });
});

const UNKNOWN = { started: '12:00 UTC', from: '14:30', minutes: 30 };

describe('sessionTime', () => {
  it('lasts from the start to the last timed event, in local time', () => {
    const body = '## Events\n\n- 14:30 [ERROR] a\n- [INSIGHT] b\n- 15:00 [PIVOT] c\n';
    const time = sessionTime(aSession({ started: '2026-09-14T12:00:10Z', offset: '+02:00', body }));
    expect(time).toMatchObject({ started: '14:00', from: '14:00', minutes: 60 });
    expect(time.timed.map(({ event, at }) => [event.text, at])).toEqual([
      ['a', 0.5],
      ['c', 1],
    ]);
  });

  it.each([
    ['continues past midnight', '23:50', '00:10', { started: '2026-09-14T21:40:00Z' }, { from: '23:40', minutes: 30 }],
    ['starts at the first event if the local start is unknown', '14:30', '15:00', { offset: null }, UNKNOWN],
    ['starts at an event that is earlier than the start', '13:30', '14:30', {}, { from: '13:30', minutes: 60 }],
  ])('%s', (_, first, last, given, time) => {
    const body = `## Events\n\n- ${first} [ERROR] a\n- ${last} [PIVOT] b\n`;
    expect(sessionTime(aSession({ ...given, body }))).toMatchObject(time);
  });

  it('has no length without timed events', () => {
    expect(sessionTime(aSession({ offset: '-07:00', body: '## Events\n\n- [ERROR] a\n' }))).toEqual({
      started: '05:00',
      from: '05:00',
      start: Date.UTC(2026, 8, 14, 5) / 60_000,
      minutes: null,
      timed: [],
    });
    expect(sessionTime(aSession({ offset: null, body: '' }))).toMatchObject({ from: '', minutes: null });
  });
});
