import { describe, expect, it } from 'vitest';
import { questionOf, rankedColumns, tokensOf } from '#src/recall/tokens.ts';

describe('tokensOf', () => {
  it('keeps a name whole and finds its parts', () => {
    expect(tokensOf('parseChronicle')).toEqual(['parsechronicl', 'pars', 'chronicl']);
    expect(tokensOf('feedback_no_push.md')).toEqual(['feedback_no_pushmd', 'feedback', 'no', 'push', 'md']);
    expect(tokensOf('src/auth.ts')).toEqual(['srcautht', 'src', 'auth', 'ts']);
  });

  it('gives the forms of an English word one stem', () => {
    expect(new Set(['redirect', 'redirects', 'redirected', 'redirecting'].flatMap(tokensOf)).size).toBe(1);
  });

  it('ignores case and accents, and leaves other alphabets alone', () => {
    expect(tokensOf('Für FUR')).toEqual(['fur', 'fur']);
    expect(tokensOf('сессия')).toEqual(['сессия']);
  });

  it('splits scripts without spaces into pairs', () => {
    expect(tokensOf('認証エラー')).toEqual(['認証', '証エ', 'エラ', 'ラー']);
    expect(tokensOf('JWT認証')).toEqual(['jwt', '認証']);
  });

  it('keeps emoji, and drops punctuation and NUL', () => {
    expect(tokensOf('🎉 -- " * \u0000 ( NEAR')).toEqual(['🎉', 'near']);
  });

  it('takes a hostile text in linear time', () => {
    for (const hostile of ['a'.repeat(1e6), 'aB'.repeat(5e5), '_'.repeat(1e6), 'あ'.repeat(1e6), ' '.repeat(1e6)]) {
      const began = performance.now();
      tokensOf(hostile);
      expect(performance.now() - began).toBeLessThan(1000);
    }
  });
});

describe('rankedColumns', () => {
  it('tells the first line from the rest, and both from the session', () => {
    expect(rankedColumns('Redirect loop\nThe cookie was lost', 'Fix login', 'tm/9-login')).toEqual({
      head: 'redirect loop',
      rest: 'the cooki wa lost',
      context: 'fix login tm9login tm 9 login',
    });
  });
});

describe('questionOf', () => {
  it('leaves out words that say nothing', () => {
    expect(questionOf('did we solve the flaky redirect test before?').terms).toEqual([
      'solv',
      'flaki',
      'redirect',
      'test',
    ]);
  });

  it('takes such words if there are no others', () => {
    expect(questionOf('what is it').terms).toEqual(['what', 'is', 'it']);
  });

  it('has a phrase only of several words, and nothing for nothing', () => {
    expect(questionOf('redirect').phrase).toBe('');
    expect(questionOf('redirect loop').phrase).toBe('redirect loop');
    expect(questionOf(' "*" ( ^ -').terms).toEqual([]);
  });
});
