import { describe, expect, it } from 'vitest';
import { overviewOf, overviewSentence } from '../../../src/analytics/overview.ts';
import { aSession } from './a-session.ts';

describe('overviewSentence', () => {
  it('says what is known, in fixed words', () => {
    expect(sentence(6, '- [MEMORY-HIT] a\n- [MEMORY-MISS] b\n- [ERROR] c\n', '2026-07-20')).toBe(
      '**6 sessions** since July, 18 events. Memory held 6 times and **failed 6 times.**',
    );
  });

  it('counts hits and misses only where there are enough of them', () => {
    expect(sentence(5, '- [ERROR] c\n', '2026-09-01')).toBe('**5 sessions** in September, 5 events.');
    expect(sentence(5, '- [MEMORY-HIT] c\n', '2026-09-01')).toBe(
      '**5 sessions** in September, 5 events. Memory held 5 times and **never failed.**',
    );
  });

  it('names the year of a start that is long ago', () => {
    expect(sentence(5, '', '2025-08-01')).toBe('**5 sessions** since August 2025, no events.');
  });

  it('says nothing of fewer than five sessions', () => {
    expect(sentence(4, '- [MEMORY-HIT] a\n', '2026-09-01')).toBe('');
  });
});

describe('overviewOf', () => {
  it('counts tags and finds narratives', () => {
    const told = aSession({
      retro: true,
      body: '## Events\n\n- [ERROR] a\n\n## Summary\n\nLead.\n\n### Title\nText.\n',
    });
    const plain = aSession({ project: 'tidepool', body: '## Events\n\n- [ERROR] b\n- [PIVOT] c\n' });
    const overview = overviewOf([told, plain]);
    expect([...overview.tags]).toEqual([
      ['ERROR', 2],
      ['PIVOT', 1],
    ]);
    expect(overview).toMatchObject({ sessions: 2, events: 3, narratives: [told] });
    expect(overview.remark).toBe('In 2 projects: inkwell and tidepool. One session has become a narrative.');
  });

  it('names few projects and counts many', () => {
    expect(overviewOf([aSession()]).remark).toBe('In one project, inkwell.');
    expect(overviewOf([]).remark).toBe('');
    expect(overviewOf(['a', 'b', 'c', 'd', 'e'].map((project) => aSession({ project }))).remark).toBe('In 5 projects.');
  });
});

function sentence(count: number, events: string, first: string): string {
  const sessions = Array.from({ length: count }, () => aSession({ body: `## Events\n\n${events}` }));
  const phrases = overviewSentence(overviewOf(sessions), first, '2026-09-30');
  return phrases.map(({ text, isStrong }) => (isStrong ? `**${text}**` : text)).join('');
}
