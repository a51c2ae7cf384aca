import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activityOf } from '#src/archive/activity.ts';
import { daySentence, onDay } from '#src/archive/on-day.ts';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { tagCounts, tagMix } from '#src/archive/tag-mix.ts';
import type { Session } from '#src/chronicle/session.ts';
import { isCounted } from '#src/chronicle/session.ts';
import { sumOf } from '#src/chronicle/session-days.ts';
import { TAGS } from '#src/chronicle/tags.ts';
import { feedEntries } from '#src/feed/feed.ts';
import { nudgeComparison } from '#src/memory/effect/nudge-comparison.ts';
import { recurrence } from '#src/memory/effect/recurrence.ts';
import { NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { openMistakes } from '#src/memory/misses/group-state.ts';
import { missesByDirectory } from '#src/memory/misses/known-mistakes.ts';
import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import { memoryTrends } from '#src/memory/misses/memory-trends.ts';
import { newDraft } from '#src/posts/drafts/new-draft.ts';
import { isWorthRetro, narrativesOf } from '#src/posts/narrative/narratives.ts';
import { lanesOf, laneTable, ON_DESKTOP } from '#src/timeline/lanes.ts';
import { wholePeriod } from '#src/timeline/period.ts';
import { loggedDays, timelineDays, weekCounts } from '#src/timeline/timeline-days.ts';
import { timelineRuns } from '#src/timeline/timeline-runs.ts';
import { aFile, aLedger, standingsOf } from '../memory/effect/a-standing.ts';
import { aSession } from './a-session.ts';

const LEDGER = aLedger(['2026-09-03T17:00:00Z new']);
const MISS = '[MEMORY-MISS] feedback_port.md: guessed the port';

/** A session of a day with one event per line; `?` before the tag makes it unconfirmed. */
function aDay(date: string, lines: readonly string[], keys: string[] = []): Session {
  const events = lines.map((line) =>
    line.startsWith('?') ? `- ${line.slice(1)}\n  candidate: 7f4b1f0e\n  transcript: a.jsonl:3\n` : `- ${line}\n`,
  );
  return aSession({ id: `session-${date}`, date, branch: `b-${date}`, body: `## Events\n\n${events.join('')}`, keys });
}

/** All figures about memory and stories, without the lines of events. */
function figuresOf(sessions: readonly Session[]) {
  const memory = { changes: LEDGER, files: [aFile('feedback_port.md')] };
  const record = memoryRecordOf({ sessions, memory, clusters: NO_CLUSTERS });
  const standings = standingsOf(sessions, LEDGER, memory.files);
  const { beats } = newDraft({ sessions, record }).settings;
  return {
    groups: record.groups.map(({ name, misses, hits, state, stateDetail, because }) => {
      return {
        name,
        state,
        stateDetail,
        because,
        misses: misses.map(({ kind, event }) => [kind, event.text]),
        hits: hits.length,
      };
    }),
    trends: memoryTrends(sessions, record.groups),
    open: openMistakes(record.groups).length,
    effects: standings.map(({ effect, before, since, sessions: counted, isBroken }) => {
      return { effect, before: before.length, since: since.length, counted, isBroken };
    }),
    nudges: nudgeComparison(standings, sessions),
    recurrence: recurrence(record.groups, sessions),
    hooks: [...missesByDirectory(record.groups, standings).values()].map(({ mistakes }) =>
      mistakes.map(({ count }) => count).sort(),
    ),
    beats: beats.length,
    worth: sessions.filter(isWorthRetro).length,
    readiness: narrativesOf(sessions).queue.map(({ readiness }) => readiness),
    feed: feedEntries(sessions).map(({ categories }) => categories),
    mix: tagMix(sessions, []).counts,
    facets: sessionFacets(sessions).tags.map(({ sessions: some }) => some.length),
    figure: loggedDays(timelineDays(sessions)).map(({ date, counts, runs }) => [
      date,
      [...counts],
      runs.map(({ events }) => events.map(({ text }) => text)),
    ]),
  };
}

describe('figures of an archive', () => {
  it('are the same with and without unconfirmed events', () => {
    const line = fc.record({
      tag: fc.constantFrom(...TAGS),
      text: fc.constantFrom('feedback_port.md: guessed the port', 'the port again', 'something else'),
      isCandidate: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), (days) => {
        const archive = (isKept: (each: { isCandidate: boolean }) => boolean) =>
          days
            .map((lines, i) =>
              aDay(
                `2026-09-0${i + 1}`,
                // Without an event that counts, a session counts by its summary only; each has one here.
                [...lines.filter(isKept), { tag: 'DECISION' as const, text: 'x', isCandidate: false }].map(
                  ({ tag, text, isCandidate }) => `${isCandidate ? '?' : ''}[${tag}] ${text}`,
                ),
              ),
            )
            .reverse();
        expect(figuresOf(archive(() => true))).toEqual(figuresOf(archive(({ isCandidate }) => !isCandidate)));
      }),
      { numRuns: 60 },
    );
  });

  it('count a confirmed event', () => {
    const confirmed = aSession({ body: `## Events\n\n- ${MISS}\n  evidence: 7f4b1f0e\n  transcript: a.jsonl:3\n` });
    expect(figuresOf([confirmed]).groups).toMatchObject([{ misses: [['despite', MISS.slice(14)]] }]);
    expect(figuresOf([confirmed]).mix.get('MEMORY-MISS')).toBe(1);
  });

  it('count a confirmed miss of a backfilled session as a miss, but not in rates', () => {
    const backfilled = aDay('2026-09-04', [MISS], ['source: backfill']);
    const counted = ['2026-09-02', '2026-09-05', '2026-09-06'].map((date) => aDay(date, ['[DECISION] x']));
    const { trends, effects, groups } = figuresOf([backfilled, ...counted]);
    expect(groups).toMatchObject([{ misses: [['despite', MISS.slice(14)]] }]);
    expect(trends).toMatchObject({ misses: 1, rates: [{ sessions: 3, misses: 0, perTen: 0, hitShare: null }] });
    expect(effects).toMatchObject([{ since: 1, counted: { before: 1, since: 2 }, effect: { rates: { since: 0 } } }]);
  });

  it('do not count a session with only unconfirmed events', () => {
    expect(isCounted(aDay('2026-09-04', ['?[ERROR] a']))).toBe(false);
    expect(isCounted(aDay('2026-09-04', ['?[ERROR] a', '[ERROR] b']))).toBe(true);
  });
});

describe('candidates', () => {
  const sessions = [aDay('2026-09-14', ['[ERROR] a', '?[ERROR] b', '?[PIVOT] c'])];
  const period = wholePeriod(timelineDays(sessions), null);

  it('are counted separately for each day', () => {
    const day = activityOf(sessions, new Set())?.weeks.flat().at(-1);
    expect(day).toMatchObject({
      events: 1,
      candidates: 2,
      label: 'Mon 14 Sep: 1 session, 1 event (2 more unconfirmed)',
    });
    expect(daySentence(onDay(sessions, '09-14'), '14 September')).toBe('One session, 1 event (2 more unconfirmed).');
    expect(sumOf(tagMix(sessions, []).candidates)).toBe(2);
  });

  it('are on top of their lane, and in a column of their own in its table', () => {
    const timeline = timelineRuns(period.days);
    const lanes = lanesOf(timeline, period, { kinds: ['error', 'pivot'], projects: [] }, ON_DESKTOP);
    expect(period).toMatchObject({ events: 1, candidates: 2 });
    expect(lanes.lanes).toMatchObject([
      { events: 0, candidates: 1 },
      {
        ...{ events: 1, candidates: 1, most: 2 },
        stacks: [{ events: 1, candidates: 1, marks: [{ isCandidate: false }, { isCandidate: true }] }],
      },
    ]);
    expect(laneTable(lanes)).toEqual({
      header: ['Days', 'Pivot', 'Error', 'Unconfirmed'],
      rows: [['14 Sep 2026', 0, 1, 2]],
    });
  });

  it('have a timeline of their tag, even without confirmed events', () => {
    expect(wholePeriod(timelineDays(sessions), 'PIVOT')).toMatchObject({
      events: 0,
      candidates: 1,
      days: { length: 1 },
    });
    expect(weekCounts(timelineDays(sessions))).toEqual([
      { week: '2026-09-14', tag: 'PIVOT', events: 0, candidates: 1, observations: 0 },
      { week: '2026-09-14', tag: 'ERROR', events: 1, candidates: 1, observations: 0 },
    ]);
  });

  it('give their tag a chip without a count', () => {
    expect(tagCounts(sessions[0]?.chronicle.events ?? [])).toEqual([
      { tag: 'PIVOT', count: 0 },
      { tag: 'ERROR', count: 1 },
    ]);
  });
});
