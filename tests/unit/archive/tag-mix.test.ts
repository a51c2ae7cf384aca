import { describe, expect, it } from 'vitest';
import { tagMix } from '#src/archive/tag-mix.ts';
import { aSession } from './a-session.ts';

describe('tagMix', () => {
  it('counts every tag, in all and in the given weeks', () => {
    const sessions = ['2026-08-30', '2026-09-06', '2026-09-07'].map((date) =>
      aSession({ date, body: '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [PIVOT] c\n' }),
    );
    const { counts, weeks } = tagMix(sessions, ['2026-08-31', '2026-09-07']);
    expect([counts.get('ERROR'), counts.get('PIVOT'), counts.get('BLOCKED')]).toEqual([6, 3, 0]);
    expect([weeks.get('ERROR'), weeks.get('BLOCKED')]).toEqual([
      [2, 2],
      [0, 0],
    ]);
  });
});
