import { describe, expect, it } from 'vitest';
import { brokenMemories, stateOfMemory } from '#src/memory/memory-results.ts';
import { aHistory, aLedger, standingsOf } from './a-result.ts';

describe('brokenMemories', () => {
  it('puts the most misses per ten sessions first, then the most misses', () => {
    const sessions = aHistory([
      '2026-09-02 MISS MISS feedback_often.md',
      '2026-09-03',
      '2026-09-04',
      '2026-09-05 MISS feedback_late.md',
      '2026-09-06 MISS feedback_late.md',
      '2026-09-07 MISS feedback_early.md',
    ]);
    const written = ['2026-09-01T10:00:00Z new feedback_often.md', '2026-09-01T10:00:00Z new feedback_early.md'];
    const changes = aLedger([
      ...written,
      '2026-09-04T20:00:00Z new feedback_late.md',
      '2026-09-01T10:00:00Z new feedback_quiet.md',
    ]);
    const files = brokenMemories(standingsOf(sessions, changes)).map(({ history }) => history.file);
    expect(files).toEqual(['feedback_late.md', 'feedback_often.md', 'feedback_early.md']);
  });

  it('has broken as the state of a memory that helped but is still missed', () => {
    const quiet = Array.from({ length: 30 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`);
    const sessions = aHistory(['2026-09-01 MISS', '2026-09-02 MISS', '2026-09-03 MISS', '2026-09-05 MISS', ...quiet]);
    const results = standingsOf(sessions, aLedger(['2026-09-04T10:00:00Z new']));
    expect(brokenMemories(results)).toMatchObject([{ isBroken: true, effect: { verdict: 'helped' } }]);
    expect(results.map(stateOfMemory)).toEqual(['broken']);
  });
});
