import { describe, expect, it } from 'vitest';
import { type Acknowledged, acknowledgedLine, lostEvents, readAcknowledged } from '#src/chronicle/acknowledged.ts';

const event = (text: string, more: Partial<Acknowledged> = {}): Acknowledged => ({
  date: '2026-03-24',
  time: '14:32',
  tag: 'ERROR',
  text,
  details: '',
  ...more,
});
const lost = (acknowledged: Acknowledged[], events: Acknowledged[]) =>
  lostEvents(acknowledged, events).map(({ time, text }) => `${time} ${text}`);

describe('lostEvents', () => {
  it('finds the events that are not there', () => {
    const [a, b, c] = [event('The first one'), event('Another happened'), event('A third fault')];
    expect(lost([a, b, c], [b])).toEqual(['14:32 The first one', '14:32 A third fault']);
    expect(lost([a, b, c], [c, b, a])).toEqual([]);
  });

  it('counts equal events, and knows them by their times', () => {
    const [early, late] = [event('Again', { time: '10:00' }), event('Again', { time: '11:00' })];
    expect(lost([early, late], [late])).toEqual(['10:00 Again']);
    expect(lost([early, late], [early])).toEqual(['11:00 Again']);
    expect(lost([early, late], [late, late])).toEqual([]);
  });

  it.each([
    ['moved to another time', { time: '09:00' }],
    ['another tag', { tag: 'PIVOT' as const }],
    ['other words', { text: 'The list was never sorted twice' }],
    ['fewer words', { text: 'List sorted twice.' }],
    [
      'more words',
      { text: 'The list was sorted twice: once in load(), and once more in show(), which nobody had seen' },
    ],
    ['spaces around', { text: ' The list was sorted twice ' }],
    ['decomposed letters', { text: 'The list was sorted twice' }],
    ['details', { details: 'By hand.' }],
  ])('takes an edited event for the same one: %s', (_, change) => {
    expect(lost([event('The list was sorted twice')], [event('The list was sorted twice', change)])).toEqual([]);
  });

  it.each([
    ['says something else', { text: 'The network was down again' }],
    ['is short', { text: 'Sorted often' }],
    ['has a few of its words', { text: 'The test was red for an hour' }],
    ['is of another minute', { text: 'The list was never sorted twice', time: '14:33' }],
    [
      'was found in the transcript',
      { text: 'The list was not sorted twice', details: 'recorded: 9e6b1c1e commit a1b2c3d' },
    ],
  ])('does not take an event for an edited one that %s', (_, change) => {
    expect(lost([event('The list was sorted twice')], [event('', change)])).toHaveLength(1);
  });

  it('takes each event for one edited event at most', () => {
    const logged = [event('The list was sorted twice'), event('The list was sorted thrice')];
    expect(lost(logged, [event('The list was sorted often')])).toHaveLength(1);
  });

  it('takes no longer for hostile records', () => {
    const many = Array.from({ length: 2000 }, (_, n) => event(`${'a '.repeat(50)}${n}`));
    const others = Array.from({ length: 2000 }, (_, n) => event(`${'b '.repeat(50)}${n}`));
    expect(lost(many, others)).toHaveLength(2000);
    expect(lost([event(' '.repeat(1_000_000))], [event('x'.repeat(1_000_000))])).toHaveLength(1);
  });
});

describe('readAcknowledged', () => {
  it('reads what was written, and skips the rest', () => {
    const events = [event('One\u2028"line"', { details: 'two\nlines' }), event('Another')];
    const [first = '', second = ''] = events.map(acknowledgedLine);
    expect(readAcknowledged(`\n${first}\n{"date":"2026-\n\n${second}\n`)).toEqual(events);
    expect(
      readAcknowledged(`[]\nnull\n{}\n${first.replace('ERROR', 'ERORR')}\n${first.replace('14:32', 'noon')}`),
    ).toEqual([]);
    expect(readAcknowledged(acknowledgedLine(event('One\n## Summary')))).toEqual([]);
  });
});
