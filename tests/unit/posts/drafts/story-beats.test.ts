import { describe, expect, it } from 'vitest';
import { storyBeats } from '#src/posts/drafts/story-beats.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const session = (id: string, started: string, ...lines: string[]) =>
  aSession({ id, started, body: `## Events\n\n${lines.map((line) => `- ${line}\n`).join('')}` });
const told = (...sessions: ReturnType<typeof aSession>[]) =>
  storyBeats(sessions).map(({ role, session: { id }, event }) => `${role} ${id} ${event.text}`);

describe('storyBeats', () => {
  it('takes sessions in the order they began', () => {
    const first = session('one', '2026-09-14T08:00:00Z', '[DECISION] begin', '[ERROR] fail');
    const second = session('two', '2026-09-14T12:00:00Z', '[PIVOT] turn', '[INSIGHT] see');
    expect(told(second, first)).toEqual(['opening one begin', 'trouble one fail', 'turn two turn', 'lesson two see']);
  });

  it('interleaves events of parallel sessions by time', () => {
    const first = session('one', '2026-09-14T08:00:00Z', '10:00 [DECISION] begin', '12:00 [PIVOT] turn');
    const second = session(
      'two',
      '2026-09-14T09:00:00Z',
      '11:00 [ERROR] fail',
      '[ERROR] fail again',
      '13:00 [INSIGHT] see',
    );
    expect(told(first, second)).toEqual(['opening one begin', 'trouble two fail', 'turn one turn', 'lesson two see']);
  });

  it('has no beats without events', () => {
    expect(told(aSession())).toEqual([]);
    expect(told()).toEqual([]);
  });
});
