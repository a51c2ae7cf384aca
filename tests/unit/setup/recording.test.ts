import { describe, expect, it } from 'vitest';
import { recordingState } from '#src/setup/recording.ts';
import { aConfig, put, putChronicle } from './a-config.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

function failure(at: string, session_id: string, event = 'session-start') {
  return `${JSON.stringify({ at, event, code: 'ENOSPC', message: 'The disk is full.', session_id })}\n`;
}

describe('recordingState', () => {
  it('takes the file written last as the last capture, even if its name is not the last', () => {
    const paths = aConfig();
    const path = putChronicle(paths, 'resumed', '2026-11-01T10:00:00Z');
    put(path, '---\nsession_id: resumed\ncwd: /home/me/blog\n---\n', '2026-11-19T10:00:00Z');
    put(`${paths.byId}/resumed`, '-home-me-blog/chronicle/2026-11-01-resumed.md\n');
    putChronicle(paths, 'later', '2026-11-10T10:00:00Z');
    putChronicle(paths, 'other', '2026-11-12T10:00:00Z', { directory: '-home-me-shop', cwd: '/home/me/shop' });
    expect(recordingState(paths, NOW).lastCapture).toEqual({ at: '2026-11-19T10:00:00.000Z', path, project: 'blog' });
  });

  it('never takes a file made from a transcript as a capture', () => {
    const paths = aConfig();
    const path = putChronicle(paths, 'captured', '2026-10-01T10:00:00Z');
    for (let n = 0; n < 25; n++)
      putChronicle(paths, `filled-${n}`, '2026-11-10T10:00:00Z', { lines: ['source: backfill'] });
    expect(recordingState(paths, NOW).lastCapture?.path).toBe(path);
  });

  it('skips an archived log, unless it was full a moment ago', () => {
    const paths = aConfig();
    const aside = `${paths.state}/log.1.jsonl`;
    put(aside, failure('2026-11-18T10:00:00Z', 'a'));
    expect(recordingState(paths, NOW).failures).toEqual([]);
    put(aside, `${'\n'.repeat(1024 * 1024)}${failure('2026-11-18T10:00:00Z', 'a')}`);
    expect(recordingState(paths, NOW).failures).toHaveLength(1);
  });

  it('fails if a start since the last capture left its session without a file', () => {
    const paths = aConfig();
    putChronicle(paths, 'captured', '2026-11-18T10:00:00Z');
    put(paths.failureLog, failure('2026-11-19T10:00:00Z', 'lost'));
    expect(recordingState(paths, NOW).isFailing).toBe(true);
    putChronicle(paths, 'captured-again', '2026-11-19T11:00:00Z');
    expect(recordingState(paths, NOW)).toMatchObject({ isFailing: false, failures: [{ session_id: 'lost' }] });
  });

  it('does not fail for an end, nor for a start that got its file all the same', () => {
    const paths = aConfig();
    put(paths.failureLog, failure('2026-11-19T10:00:00Z', 'x', 'session-end'));
    expect(recordingState(paths, NOW).isFailing).toBe(false);
    putChronicle(paths, 'warned', '2026-11-18T10:00:00Z');
    put(`${paths.byId}/warned`, '-home-me-blog/chronicle/2026-11-18-warned.md\n');
    put(paths.failureLog, failure('2026-11-19T10:00:00Z', 'warned'));
    expect(recordingState(paths, NOW).isFailing).toBe(false);
  });
});
