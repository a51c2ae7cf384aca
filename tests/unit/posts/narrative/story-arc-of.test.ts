import { describe, expect, it } from 'vitest';
import { storyArcOf, tellableArcs } from '#src/posts/narrative/story-arc-of.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

function onBranch(count: number, body = '## Events\n\n- [PIVOT] Another way\n') {
  return Array.from({ length: count }, (_, i) =>
    aSession({ id: `id-${i}`, date: `2026-09-${String(30 - i)}`, branch: 'ink/7-slow-feed', body }),
  );
}

describe('storyArcOf', () => {
  it('has the sessions of the story, oldest first, and the command for a draft', () => {
    const sessions = [...onBranch(2), aSession({ id: 'alone', branch: 'ink/8-other', date: '2026-08-01' })];
    const [newest, oldest, alone] = sessions;
    expect(oldest && storyArcOf(oldest, sessions)).toEqual({
      title: 'Slow feed',
      because: 'the branch ink/7-slow-feed',
      sessions: [
        { project: 'inkwell', name: '2026-09-29-ink-7-slow-feed', date: '2026-09-29', isThis: true },
        { project: 'inkwell', name: '2026-09-30-ink-7-slow-feed', date: '2026-09-30', isThis: false },
      ],
      command: 'chronicle draft new 2026-09-29-ink-7-slow-feed 2026-09-30-ink-7-slow-feed',
    });
    // Pages have copies of sessions.
    expect(newest && storyArcOf({ ...newest }, sessions)?.sessions[1]?.isThis).toBe(true);
    expect(alone && storyArcOf(alone, sessions)).toBeNull();
  });

  it('omits sessions that cannot become a draft', () => {
    expect(tellableArcs(onBranch(2, ''))).toEqual([]);
  });

  it('omits a branch with very many sessions', () => {
    const sessions = onBranch(13);
    expect(tellableArcs(sessions)).toEqual([]);
    expect(sessions[0] && storyArcOf(sessions[0], sessions)).toBeNull();
  });
});
