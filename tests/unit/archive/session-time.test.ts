import { describe, expect, it } from 'vitest';
import { lengthWords, sessionTime, spanMinutes } from '#src/archive/session-time.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

describe('lengthWords', () => {
  it('is the active time, and without facts the time to the last event, named as such', () => {
    const session = aSession({
      started: '2026-09-14T12:00:00Z',
      offset: '+02:00',
      body: '## Events\n\n- 15:10 [PIVOT] x\n',
    });
    const { head } = someFacts({
      head: { activeMinutes: 45, from: '2026-09-14T12:00:00Z', to: '2026-09-14T14:05:00Z' },
    });
    expect(lengthWords({ ...session, facts: head })).toBe('45 min active');
    expect(spanMinutes({ ...session, facts: head })).toBe(125);
    expect(lengthWords(session)).toBe('1 h 10 to its last event');
    expect(spanMinutes(session)).toBe(70);
    expect([lengthWords(aSession()), spanMinutes(aSession())]).toEqual(['', null]);
  });
});

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

  it('continues past midnight', () => {
    const body = '## Events\n\n- 23:50 [ERROR] a\n- 00:10 [PIVOT] b\n';
    expect(sessionTime(aSession({ started: '2026-09-14T21:40:00Z', body }))).toMatchObject({
      from: '23:40',
      minutes: 30,
    });
  });

  it('starts at the first event if the local start is unknown', () => {
    const body = '## Events\n\n- 14:30 [ERROR] a\n- 15:00 [PIVOT] b\n';
    expect(sessionTime(aSession({ offset: null, body }))).toMatchObject({
      started: '12:00 UTC',
      from: '14:30',
      minutes: 30,
    });
  });

  it('starts at an event that is earlier than the start', () => {
    const body = '## Events\n\n- 13:30 [ERROR] a\n- 14:30 [PIVOT] b\n';
    expect(sessionTime(aSession({ started: '2026-09-14T12:00:00Z', body }))).toMatchObject({
      from: '13:30',
      minutes: 60,
    });
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
