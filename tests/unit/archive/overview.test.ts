import { describe, expect, it } from 'vitest';
import {
  memorySentence,
  overviewSentence,
  type Phrase,
  projectsRemark,
  unattendedRemark,
} from '#src/archive/overview.ts';
import { aSession } from './a-session.ts';

const NO_MEMORY = trends(0, 0, 0);

describe('overviewSentence', () => {
  it('counts sessions, events, hits and misses', () => {
    expect(sentence(6, '2026-07-20', trends(51, 33, 6))).toBe(
      '**6 sessions** since July, 18 events. Memory hit 51 times and missed 33 times; **6 of those misses broke an existing rule.**',
    );
    expect(sentence(6, '2026-07-20', trends(6, 6, 0))).toBe(
      '**6 sessions** since July, 18 events. Memory hit 6 times and **missed 6 times.**',
    );
  });

  it('leaves out hits and misses if there are fewer than five', () => {
    expect(sentence(5, '2026-09-01', trends(2, 2, 2))).toBe('**5 sessions** in September, 18 events.');
    expect(sentence(5, '2026-09-01', trends(5, 0, 0))).toBe(
      '**5 sessions** in September, 18 events. Memory hit 5 times and **never missed.**',
    );
  });

  it('names the year if the archive started long ago', () => {
    expect(sentence(5, '2025-08-01', NO_MEMORY)).toBe('**5 sessions** since August 2025, 18 events.');
  });

  it('counts unconfirmed events separately', () => {
    expect(sentence(5, '2026-09-01', NO_MEMORY, 7)).toBe(
      '**5 sessions** in September, 18 events (7 more unconfirmed).',
    );
  });

  it('counts prompts', () => {
    expect(sentence(5, '2026-09-01', NO_MEMORY, 0, { prompts: 346 })).toBe(
      '**5 sessions** in September, 346 prompts and 18 events.',
    );
    expect(sentence(5, '2026-09-01', NO_MEMORY, 0, { prompts: 346, events: 0 })).toBe(
      '**5 sessions** in September, 346 prompts.',
    );
  });

  it('is empty below five sessions', () => {
    expect(sentence(4, '2026-09-01', trends(9, 9, 9))).toBe('');
  });
});

describe('unattendedRemark', () => {
  it('names the hits and misses that the sentence leaves out', () => {
    expect(unattendedRemark({ hits: 4, misses: 0 })).toBe(
      'These counts include 4 memory hits from unattended sessions, which memory figures do not count.',
    );
    expect(unattendedRemark({ hits: 1, misses: 2 })).toMatch(/^These counts include 1 memory hit and 2 memory misses /);
    expect(unattendedRemark({ hits: 0, misses: 0 })).toBe('');
  });
});

describe('memorySentence', () => {
  it('counts the misses that broke a rule', () => {
    expect(written(memorySentence(trends(1, 33, 6)))).toBe('**6 of 33 misses** broke an existing rule.');
    expect(written(memorySentence(trends(9, 1, 0)))).toBe('**None of 1 miss** broke an existing rule.');
  });

  it('is empty below five hits and misses, and without a miss', () => {
    expect(memorySentence(trends(2, 2, 1))).toEqual([]);
    expect(memorySentence(trends(9, 0, 0))).toEqual([]);
  });
});

describe('projectsRemark', () => {
  it('names up to four projects and counts more', () => {
    const of = (...projects: string[]) => projectsRemark(projects.map((project) => aSession({ project })));
    expect(of()).toBe('');
    expect(of('inkwell')).toBe('In one project: inkwell.');
    expect(of('tidepool', 'inkwell', 'inkwell')).toBe('In 2 projects: inkwell and tidepool.');
    expect(of('a', 'b', 'c', 'd', 'e')).toBe('In 5 projects.');
  });
});

function trends(hits: number, misses: number, despite: number) {
  return { hits, misses, kinds: { first: misses - despite, repeat: 0, despite } };
}

function sentence(
  sessions: number,
  first: string,
  memory: ReturnType<typeof trends>,
  candidates = 0,
  given: { prompts?: number; events?: number } = {},
): string {
  const figures = { sessions, prompts: 0, events: 18, candidates, first, last: '2026-09-30', memory };
  return written(overviewSentence({ ...figures, ...given }));
}

function written(phrases: Phrase[]): string {
  return phrases.map(({ text, isStrong }) => (isStrong ? `**${text}**` : text)).join('');
}
