import { describe, expect, it } from 'vitest';
import { memorySentence, overviewSentence, type Phrase, projectsRemark } from '#src/archive/overview.ts';
import { aSession } from './a-session.ts';

const NO_MEMORY = trends(0, 0, 0);

describe('overviewSentence', () => {
  it('says what is known, in fixed words', () => {
    expect(sentence(6, '2026-07-20', trends(51, 33, 6))).toBe(
      '**6 sessions** since July, 18 events. Memory held 51 times and failed 33 times; **6 of those failures had a memory on file.**',
    );
    expect(sentence(6, '2026-07-20', trends(6, 6, 0))).toBe(
      '**6 sessions** since July, 18 events. Memory held 6 times and **failed 6 times.**',
    );
  });

  it('counts hits and misses only where there are enough of them', () => {
    expect(sentence(5, '2026-09-01', trends(2, 2, 2))).toBe('**5 sessions** in September, 18 events.');
    expect(sentence(5, '2026-09-01', trends(5, 0, 0))).toBe(
      '**5 sessions** in September, 18 events. Memory held 5 times and **never failed.**',
    );
  });

  it('names the year of a start that is long ago', () => {
    expect(sentence(5, '2025-08-01', NO_MEMORY)).toBe('**5 sessions** since August 2025, 18 events.');
  });

  it('counts candidates apart', () => {
    expect(sentence(5, '2026-09-01', NO_MEMORY, 7)).toBe(
      '**5 sessions** in September, 18 events (7 more unconfirmed).',
    );
  });

  it('says nothing of fewer than five sessions', () => {
    expect(sentence(4, '2026-09-01', trends(9, 9, 9))).toBe('');
  });
});

describe('memorySentence', () => {
  it('says how many misses had a memory', () => {
    expect(written(memorySentence(trends(1, 33, 6)))).toBe('**6 of 33 misses** happened with a memory on file.');
    expect(written(memorySentence(trends(9, 1, 0)))).toBe('**None of 1 miss** happened with a memory on file.');
  });

  it('says nothing of fewer than five hits and misses, or of no miss', () => {
    expect(memorySentence(trends(2, 2, 1))).toEqual([]);
    expect(memorySentence(trends(9, 0, 0))).toEqual([]);
  });
});

describe('projectsRemark', () => {
  it('names few projects and counts many', () => {
    const of = (...projects: string[]) => projectsRemark(projects.map((project) => aSession({ project })));
    expect(of()).toBe('');
    expect(of('inkwell')).toBe('In one project, inkwell.');
    expect(of('tidepool', 'inkwell', 'inkwell')).toBe('In 2 projects: inkwell and tidepool.');
    expect(of('a', 'b', 'c', 'd', 'e')).toBe('In 5 projects.');
  });
});

function trends(hits: number, misses: number, despite: number) {
  return { hits, misses, kinds: { first: misses - despite, repeat: 0, despite } };
}

function sentence(sessions: number, first: string, memory: ReturnType<typeof trends>, candidates = 0): string {
  return written(overviewSentence({ sessions, events: 18, candidates, first, last: '2026-09-30', memory }));
}

function written(phrases: Phrase[]): string {
  return phrases.map(({ text, isStrong }) => (isStrong ? `**${text}**` : text)).join('');
}
