import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { timelineContents, timelinePages } from '#src/timeline/timeline.ts';
import { aSession } from '../archive/a-session.ts';

/** A session with this number of errors. */
function errors(date: string, count: number): Session {
  return aSession({ date, body: `## Events\n\n${'- [ERROR] slip\n'.repeat(count)}` });
}

function contents(sessions: readonly Session[], path: string): string | undefined {
  const page = timelinePages(sessions).get(path);
  return page && JSON.stringify(timelineContents(page, (text) => text));
}

describe('timelineContents', () => {
  it('change when lanes are drawn for the first time', () => {
    const few = ['2026-09-17', '2026-09-16', '2026-09-15', '2026-09-14'].map((date) => errors(date, 1));
    const other = aSession({ id: 'other', date: '2026-09-20', body: '## Events\n\n- [PIVOT] x\n' });
    expect(timelinePages(few).get('error')?.isDrawn).toBe(false);
    expect(contents([other, ...few], 'error')).not.toBe(contents(few, 'error'));
  });

  it('change with the days of a week that ends in the next quarter', () => {
    const archive = (count: number) => [errors('2026-10-01', count), errors('2026-09-29', 700)];
    expect(contents(archive(701), '2026-q3')).not.toBe(contents(archive(700), '2026-q3'));
  });
});
