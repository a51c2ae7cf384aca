import { describe, expect, it } from 'vitest';
import { sessionTime } from '#src/archive/session-time.ts';
import { aSession } from './a-session.ts';

describe('sessionTime', () => {
  it('lasts from the start to the last timed event, in the local clock', () => {
    const body = '## Events\n\n- 14:30 [ERROR] a\n- [INSIGHT] b\n- 15:00 [PIVOT] c\n';
    const time = sessionTime(aSession({ started: '2026-09-14T12:00:10Z', offset: '+02:00', body }));
    expect(time).toMatchObject({ started: '14:00', from: '14:00', minutes: 60 });
    expect(time.timed.map(({ event, at }) => [event.text, at])).toEqual([
      ['a', 0.5],
      ['c', 1],
    ]);
  });

  it('passes midnight', () => {
    const body = '## Events\n\n- 23:50 [ERROR] a\n- 00:10 [PIVOT] b\n';
    expect(sessionTime(aSession({ started: '2026-09-14T21:40:00Z', body }))).toMatchObject({
      from: '23:40',
      minutes: 30,
    });
  });

  it('takes the first event where the local start is not known', () => {
    const body = '## Events\n\n- 14:30 [ERROR] a\n- 15:00 [PIVOT] b\n';
    expect(sessionTime(aSession({ offset: null, body }))).toMatchObject({
      started: '12:00 UTC',
      from: '14:30',
      minutes: 30,
    });
  });

  it('begins with an event that the clock puts before the start', () => {
    const body = '## Events\n\n- 13:30 [ERROR] a\n- 14:30 [PIVOT] b\n';
    expect(sessionTime(aSession({ started: '2026-09-14T12:00:00Z', body }))).toMatchObject({
      from: '13:30',
      minutes: 60,
    });
  });

  it('knows no length without timed events', () => {
    expect(sessionTime(aSession({ offset: '-07:00', body: '## Events\n\n- [ERROR] a\n' }))).toEqual({
      started: '05:00',
      from: '05:00',
      minutes: null,
      timed: [],
    });
    expect(sessionTime(aSession({ offset: null, body: '' }))).toMatchObject({ from: '', minutes: null });
  });
});
