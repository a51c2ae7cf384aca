import { describe, expect, it } from 'vitest';
import { brokenBefore, cameBack, stateOfMemory } from '#src/memory/memory-results.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aFile, aHistory, aLedger, standingOf, standingsOf } from './a-result.ts';

const BORN = '2026-09-03T17:00:00Z new';

describe('memoryResults', () => {
  it('splits misses and counted sessions at the birth; the session it was written in is before', () => {
    const sessions = aHistory([
      '2026-09-01',
      '2026-09-02 MISS',
      '2026-09-03 MISS MISS',
      '2026-09-04',
      '2026-09-05 MISS',
    ]);
    const result = standingOf(sessions, aLedger([BORN]));
    expect(result).toMatchObject({
      sessions: { before: 3, since: 2 },
      missed: { before: 2, since: 1 },
      exists: true,
    });
    expect(result.before.map(({ event }) => event.date)).toEqual(['2026-09-02', '2026-09-03', '2026-09-03']);
    expect(result.since.map(({ event }) => event.date)).toEqual(['2026-09-05']);
    expect(result.effect.rates).toEqual({ before: 20 / 3, since: 5 });
  });

  it('counts only attended, non-empty sessions of its project that were not imported', () => {
    const sessions = [
      ...aHistory(['2026-09-04'], { keys: ['attended: no'] }),
      ...aHistory(['2026-09-04', '2026-09-05 MISS'], { keys: ['source: backfill'] }),
      ...aHistory(['2026-09-06'], { body: '' }),
      ...aHistory(['2026-09-07'], { project: 'other' }),
      ...aHistory(['2026-09-08'], { branch: 'counts' }),
    ];
    const result = standingOf(sessions, aLedger([BORN]));
    // An imported miss is a miss, but not part of any rate.
    expect(result).toMatchObject({ sessions: { before: 0, since: 1 }, missed: { before: 0, since: 0 } });
    expect(result.since).toHaveLength(1);
  });

  it('counts a miss in a session begun before the birth as since, but its session as before', () => {
    const result = standingOf(aHistory(['2026-09-03 MISS', '2026-09-04']), aLedger(['2026-09-03T11:59:30Z new']));
    expect(result).toMatchObject({ sessions: { before: 0, since: 2 }, missed: { before: 0, since: 1 } });
    const during = standingOf(aHistory(['2026-09-03 MISS', '2026-09-04']), aLedger(['2026-09-03T12:00:00Z new']));
    // Its miss is at 14:00 local time, 12:00 UTC: no later than the birth.
    expect(during).toMatchObject({ before: { length: 1 }, since: { length: 0 }, missed: { before: 1, since: 0 } });
    const [long, next] = [
      ...aHistory(['2026-09-03 MISS'], { started: '2026-09-03T08:00:00Z' }),
      ...aHistory(['2026-09-04'], { branch: 'next' }),
    ];
    const straddling = standingOf(next && long ? [next, long] : [], aLedger(['2026-09-03T11:00:00Z new']));
    expect(straddling).toMatchObject({
      sessions: { before: 1, since: 1 },
      missed: { before: 1, since: 0 },
      isBroken: true,
    });
    expect(straddling.since).toHaveLength(1);
  });

  it('is broken if it exists and was missed after it was last written or strengthened', () => {
    const sessions = aHistory(['2026-09-02 MISS', '2026-09-05 MISS', '2026-09-08']);
    const isBroken = (...changes: string[]) => standingOf(sessions, aLedger(changes)).isBroken;
    expect(isBroken(BORN)).toBe(true);
    expect(isBroken(BORN, '2026-09-06T10:00:00Z changed')).toBe(true);
    expect(isBroken(BORN, '2026-09-06T10:00:00Z strengthen')).toBe(false);
    expect(isBroken(BORN, '2026-09-06T10:00:00Z delete')).toBe(false);
  });

  it('follows a deleted memory until it was deleted', () => {
    const sessions = aHistory(['2026-09-02 MISS', '2026-09-04 MISS', '2026-09-05', '2026-09-08 MISS', '2026-09-09']);
    const result = standingOf(sessions, aLedger([BORN, '2026-09-06T10:00:00Z delete']));
    expect(result).toMatchObject({
      exists: false,
      sessions: { before: 1, since: 2 },
      missed: { before: 1, since: 1 },
    });
    expect(result.since.map(({ event }) => event.date)).toEqual(['2026-09-04']);
  });

  it('trusts the disk about what exists if the project has memory files', () => {
    const sessions = aHistory(['2026-09-02']);
    const exists = (changes: string[], ...files: string[]) =>
      Object.fromEntries(
        standingsOf(
          sessions,
          aLedger(changes),
          files.map((file) => aFile(file)),
        ).map((result) => [result.history.file, result.exists]),
      );
    expect(exists([BORN])).toEqual({ 'feedback_port.md': true });
    expect(exists([BORN], 'user_role.md')).toEqual({ 'feedback_port.md': false, 'user_role.md': true });
    expect(exists([BORN, '2026-09-06T10:00:00Z delete'], 'feedback_port.md')).toEqual({ 'feedback_port.md': true });
  });

  it('judges a memory as it is since it was last written or strengthened', () => {
    const sessions = aHistory(['2026-09-01 MISS', '2026-09-03 MISS', '2026-09-05 MISS', '2026-09-07']);
    const changes = ['2026-09-02T10:00:00Z new', '2026-09-04T10:00:00Z strengthen'];
    const broken = standingOf(sessions, aLedger(changes));
    expect(broken.now).toMatchObject({ at: '2026-09-04T10:00:00Z', how: 'strengthened' });
    expect([broken.since.length, broken.now?.misses.length, stateOfMemory(broken)]).toEqual([2, 1, 'broken']);
    expect(cameBack(broken, '2026')).toBe('came back twice, once since 4 Sep');
    expect(broken.effect.because).not.toContain('too early');
    const again = standingOf(sessions, aLedger([...changes, '2026-09-06T10:00:00Z strengthen']));
    expect([again.since.length, again.now?.misses.length, stateOfMemory(again)]).toEqual([2, 0, 'too early']);
    expect(cameBack(again, '2026')).toBe('came back twice, not since 6 Sep');
    expect(brokenBefore([broken, again])).toEqual([again]);
    // Narrowing a memory or marking it clears nothing.
    const stale = standingOf(sessions, aLedger([...changes, '2026-09-06T10:00:00Z stale']));
    expect([stale.now?.at, stateOfMemory(stale)]).toEqual(['2026-09-04T10:00:00Z', 'broken']);
  });

  it('counts everything as before if no birth is known', () => {
    const result = standingOf(
      aHistory(['2026-09-02 MISS', '2026-09-04 MISS']),
      aLedger(['2026-09-03T10:00:00Z delete']),
    );
    expect(result).toMatchObject({
      exists: false,
      sessions: { before: 2, since: 0 },
      missed: { before: 2, since: 0 },
    });
    expect(result.before).toHaveLength(2);
    expect(result.effect).toMatchObject({
      verdict: 'not known yet',
      rates: { before: null, since: null },
    });
  });

  it('uses the date of the file as the birth, and says so', () => {
    const result = standingOf(aHistory(['2026-08-30 MISS', '2026-09-04 MISS']), [], [aFile('feedback_port.md')]);
    expect(result).toMatchObject({ missed: { before: 1, since: 1 }, isBroken: true });
    expect(result.effect.because).toContain('since 1 Sep 2026 (the date of its file)');
  });

  it('finds the hits of a memory that was never missed', () => {
    const sessions = aHistory(['2026-09-02', '2026-09-04 HIT', '2026-09-05 HIT feedback_else.md']);
    const result = standingOf(sessions, aLedger([BORN]));
    expect([result.before, result.since]).toEqual([[], []]);
    expect(result.hits.map(({ event }) => event.date)).toEqual(['2026-09-04']);
  });

  it('counts a hit for each memory that it names', () => {
    const body = '## Events\n\n- [MEMORY-HIT] feedback_port.md and feedback_host.md: asked for both\n';
    const changes = aLedger([BORN, `${BORN} feedback_host.md`]);
    const results = standingsOf([aSession({ date: '2026-09-04', body })], changes);
    expect(results.map(({ hits }) => hits.length)).toEqual([1, 1]);
  });

  it('lists broken memories first, the most misses first, then by project and file', () => {
    const sessions = aHistory([
      '2026-09-04 MISS feedback_b.md',
      '2026-09-05 MISS MISS feedback_c.md',
      '2026-09-06 MISS feedback_a.md',
    ]);
    const files = ['feedback_z', 'feedback_y', 'feedback_c', 'feedback_b', 'feedback_a'];
    const results = standingsOf(sessions, aLedger(files.map((file) => `${BORN} ${file}.md`)));
    expect(results.map(({ history }) => history.file.slice(9, 10)).join('')).toBe('cabyz');
  });

  it('lists broken memories by their misses per ten sessions', () => {
    const sessions = aHistory([
      '2026-09-02 MISS MISS feedback_often.md',
      ...['2026-09-03', '2026-09-04', '2026-09-05 MISS feedback_late.md', '2026-09-06 MISS feedback_late.md'],
    ]);
    const changes = aLedger([
      '2026-09-01T10:00:00Z new feedback_often.md',
      '2026-09-04T20:00:00Z new feedback_late.md',
    ]);
    const files = standingsOf(sessions, changes).map(({ history }) => history.file);
    expect(files).toEqual(['feedback_late.md', 'feedback_often.md']);
  });
});
