import { describe, expect, it } from 'vitest';
import { agoWords, failureSource, failureWords, gravestFailure } from '#src/archive/recording-words.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe('agoWords', () => {
  it.each([
    ['2026-11-20T11:59:30Z', 'just now'],
    ['2026-11-20T12:00:40Z', 'just now'],
    ['2026-11-20T11:20:00Z', '40 min ago'],
    ['2026-11-20T10:00:00Z', '2 h ago'],
    ['2026-11-18T13:00:00Z', '47 h ago'],
    ['2026-11-17T11:00:00Z', '3 days ago'],
  ])('says how long before now %s was', (at, words) => {
    expect(agoWords(at, NOW)).toBe(words);
  });
});

describe('gravestFailure', () => {
  it('is the newest failure that left a session unrecorded, otherwise the newest', () => {
    const failure = (event: string) => ({ at: '2026-11-20T10:00:00Z', event, message: event });
    expect(gravestFailure([failure('session-end'), failure('session-start')])?.event).toBe('session-start');
    expect(gravestFailure([failure('sweep')])?.event).toBe('sweep');
    expect(gravestFailure([])).toBeNull();
  });
});

describe('failureSource', () => {
  it('ignores names that are not hooks', () => {
    expect(failureSource('session-start')).toBe('session-start');
    expect(failureSource('<b>')).toBe('unknown');
  });
});

describe('failureWords', () => {
  it('removes invisible characters and terminal escape sequences', () => {
    const message = 'At /home/me/a\u202eb\u2066: \u001b[31mred\u001b[0m \u009b1mbold \u001b]0;title\u0007end';
    expect(failureWords({ message }, '/home/me')).toBe('At ~/ab: red bold end');
  });
});
