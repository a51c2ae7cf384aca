import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import { narrativeMarkdown, narrativesOf } from '#src/posts/narrative/narratives.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { logOf } from './events-of.ts';

const STORY: Tag[] = ['DECISION', 'ERROR', 'PIVOT', 'INSIGHT'];
const LONG = 'word '.repeat(150);

function narrated(date: string, title: string, text = LONG): Session {
  return aSession({
    date,
    retro: true,
    body: `${logOf(...STORY)}\n## Summary\n\nThe lead.\n\n### ${title}\n\n${text}\n`,
  });
}

const ARCHIVE = [
  narrated('2026-09-14', 'Too short', 'A few words.'),
  aSession({ date: '2026-08-20', body: logOf('MEMORY-MISS', 'PIVOT', 'USER-CORRECTION') }),
  narrated('2026-08-01', 'Newest of the ready'),
  narrated('2025-12-31', 'Oldest'),
];

describe('narrativesOf', () => {
  it('puts ready narratives first, newest first within a state', () => {
    const { queue } = narrativesOf(ARCHIVE);
    expect(queue.map(({ title, readiness }) => `${readiness.state}: ${title}`)).toEqual([
      'ready: Newest of the ready',
      'ready: Oldest',
      'waiting: Too short',
    ]);
    expect(queue[0]).toMatchObject({ words: 150, text: LONG.trim() });
    expect(queue[0]?.beats.map(({ role }) => role)).toEqual(['opening', 'trouble', 'turn', 'lesson']);
  });

  it('groups by year, newest first, ready or not', () => {
    const { years } = narrativesOf(ARCHIVE);
    expect(years.map(({ year, narratives }) => [year, narratives.map(({ title }) => title)])).toEqual([
      ['2026', ['Too short', 'Newest of the ready']],
      ['2025', ['Oldest']],
    ]);
  });

  it('finds the neighbours of a narrative, skipping sessions without one', () => {
    const [newest, , middle, oldest] = ARCHIVE;
    const at = narrativesOf(ARCHIVE).at('inkwell', '2026-08-01-ink-1-x');
    expect(at?.narrative.title).toBe('Newest of the ready');
    expect(at?.later).toBe(newest);
    expect(at?.earlier).toBe(oldest);
    expect(narrativesOf(ARCHIVE).at('inkwell', '2025-12-31-ink-1-x')).toMatchObject({ earlier: null, later: middle });
  });

  it('is null for unknown names and for sessions without a narrative', () => {
    expect(narrativesOf(ARCHIVE).at('inkwell', '2026-08-20-ink-1-x')).toBeNull();
    expect(narrativesOf(ARCHIVE).at('lantern', '2026-08-01-ink-1-x')).toBeNull();
    expect(narrativesOf([])).toMatchObject({ queue: [], years: [], worthRetro: [] });
  });

  it('gives a narrative without a title that of its session', () => {
    const untitled = aSession({
      branch: 'ink/7-slow-feed',
      retro: true,
      body: '## Summary\n\nLead.\n\n###\n\nText.\n',
    });
    expect(narrativesOf([untitled]).queue[0]?.title).toBe('Slow feed');
  });

  it('computes them once per archive', () => {
    expect(narrativesOf(ARCHIVE)).toBe(narrativesOf(ARCHIVE));
    expect(narrativesOf([...ARCHIVE])).not.toBe(narrativesOf(ARCHIVE));
  });
});

it('joins title, lead and story, and omits empty parts', () => {
  expect(narrativeMarkdown('Twelve lines', 'The lead.\n', 'One.\n\nTwo.')).toBe(
    '# Twelve lines\n\nThe lead.\n\nOne.\n\nTwo.\n',
  );
  expect(narrativeMarkdown('Twelve lines', '', '')).toBe('# Twelve lines\n');
});
