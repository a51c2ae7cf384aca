import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { recurrence } from '#src/memory/effect/recurrence.ts';
import type { MemoryChange } from '#src/memory/ledger/memory-history.ts';
import { aHistory, aLedger, groupsOf } from './a-standing.ts';

function curve(sessions: readonly Session[], changes: readonly MemoryChange[]) {
  return recurrence(groupsOf(sessions, changes), sessions);
}

/** Mistakes that are each missed on the first day, with a memory written in the evening; then one session per day. */
function archive(days: readonly (string | null)[], count: number) {
  const files = Array.from({ length: count }, (_, index) => `feedback_m${index}.md`);
  const lines = [
    ...files.map((file) => `2026-09-01 MISS ${file}`),
    ...days.map(
      (file, index) =>
        `2026-09-${String(index + 2).padStart(2, '0')}${file === null ? '' : ` MISS feedback_${file}.md`}`,
    ),
  ];
  return [aHistory(lines), aLedger(files.map((file) => `2026-09-01T17:00:00Z new ${file}`))] as const;
}

describe('recurrence', () => {
  it('steps down where mistakes come back', () => {
    const result = curve(...archive([null, 'm0', null, 'm1', null], 4));
    expect(result).toMatchObject({ groups: 4, cameBack: 2, longest: 5, median: 4 });
    expect(result.steps.map(({ sessions, atRisk, events, share }) => [sessions, atRisk, events, share])).toEqual([
      [0, 4, 0, 1],
      [2, 4, 1, 0.75],
      [4, 3, 1, 0.5],
    ]);
  });

  it('follows mistakes with young memories as long as possible', () => {
    const [sessions, changes] = archive(['m0', null, null, 'm2', null], 3);
    // Written three sessions later, so it is followed for two.
    const later = changes.map((change) =>
      change.file === 'feedback_m1.md' ? { ...change, at: '2026-09-04T17:00:00Z' } : change,
    );
    const result = curve(sessions, later);
    expect(result.steps.map(({ sessions, atRisk, events }) => [sessions, atRisk, events])).toEqual([
      [0, 3, 0],
      [1, 3, 1],
      [4, 1, 1],
    ]);
    expect(result.steps.map(({ share }) => share)).toEqual([1, expect.closeTo(2 / 3, 12), 0]);
    expect(result.median).toBe(4);
  });

  it('agrees with a published example, with intervals between 0 and 1', () => {
    // Remission under 6-MP (Freireich 1963): 6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+.
    const weeks = [-6, 6, 6, 6, 7, -9, -10, 10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35];
    const projects = weeks.map((week, index) => {
      const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
      const length = Math.abs(week);
      const lines = Array.from({ length: length + 1 }, (_, n) => (n === 0 || n === week ? `${day(n)} MISS` : day(n)));
      return { sessions: aHistory(lines, { project: `p${index}` }), project: `p${index}` };
    });
    const changes = projects.flatMap(({ sessions }) => {
      const project = sessions[0]?.project;
      return project ? aLedger(['2026-01-01T17:00:00Z new']).map((change) => ({ ...change, project })) : [];
    });
    const { steps, median, groups, cameBack } = curve(
      projects.flatMap(({ sessions }) => sessions),
      changes,
    );
    expect([groups, cameBack, median]).toEqual([21, 9, 23]);
    expect(steps.map(({ sessions, share }) => [sessions, Number(share.toFixed(3))])).toEqual([
      ...[
        [0, 1],
        [6, 0.857],
        [7, 0.807],
        [10, 0.753],
        [13, 0.69],
        [16, 0.627],
        [22, 0.538],
        [23, 0.448],
      ],
    ]);
    for (const { low, share, high } of steps) expect(0 <= low && low <= share && share <= high && high <= 1).toBe(true);
    // 90 % on the log(-log) scale for 0.857 with Greenwood's error of 0.0764.
    expect(steps[1]).toMatchObject({ low: expect.closeTo(0.673, 2), high: expect.closeTo(0.942, 2) });
  });

  it('has one step if nothing came back, and falls to 0 if all did', () => {
    expect(curve(...archive([null, null], 1))).toMatchObject({
      groups: 1,
      cameBack: 0,
      median: null,
      longest: 2,
      steps: [{ share: 1 }],
    });
    expect(curve(...archive(['m0', null], 1))).toMatchObject({
      median: 1,
      longest: 1,
      steps: [{ share: 1 }, { sessions: 1, share: 0, low: 0, high: 1 }],
    });
  });

  it('ignores mistakes never missed before their memory, without one, or not followed', () => {
    const born = aLedger(['2026-09-01T17:00:00Z new']);
    expect(curve(aHistory(['2026-09-01', '2026-09-02 MISS']), born).groups).toBe(0);
    expect(curve(aHistory(['2026-09-01 MISS', '2026-09-02 MISS']), []).groups).toBe(0);
    expect(curve(aHistory(['2026-09-01 MISS']), born)).toEqual({
      groups: 0,
      cameBack: 0,
      broken: 0,
      steps: [],
      median: null,
      longest: 0,
    });
  });

  it('follows a memory until it is deleted', () => {
    const changes = aLedger(['2026-09-01T17:00:00Z new', '2026-09-03T17:00:00Z delete']);
    const sessions = aHistory(['2026-09-01 MISS', '2026-09-02', '2026-09-03', '2026-09-04 MISS']);
    expect(curve(sessions, changes)).toMatchObject({ groups: 1, cameBack: 0, longest: 2 });
  });
});
