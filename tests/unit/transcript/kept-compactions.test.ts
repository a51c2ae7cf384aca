import { describe, expect, it } from 'vitest';
import { type Compaction, SUMMARIES, withKnownCompactions } from '#src/transcript/compactions.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 24, 14, 0, seconds)).toISOString();
const one = (seconds: number, summary: string, rest: Partial<Compaction> = {}): Compaction => ({
  summary,
  at: at(seconds),
  ...rest,
});

describe('withKnownCompactions', () => {
  it('joins what the transcript and the hook say of the same compaction, in order', () => {
    const read = [one(0, 'First'), one(600, 'Second')];
    const known = [one(1, 'First, raw', { trigger: 'manual' }), one(601, 'Second, raw', { trigger: 'auto' })];
    expect(withKnownCompactions(read, known)).toEqual([
      one(0, 'First', { trigger: 'manual' }),
      one(600, 'Second', { trigger: 'auto' }),
    ]);
  });

  it('keeps both of two within seconds of each other', () => {
    const read = [one(0, 'First'), one(5, 'Second')];
    const known = [one(1, 'a', { trigger: 'manual' }), one(6, 'b', { trigger: 'auto' })];
    expect(withKnownCompactions(read, known).map(({ trigger }) => trigger)).toEqual(['manual', 'auto']);
  });

  it('takes from the hook what the transcript does not show', () => {
    expect(withKnownCompactions([one(600, 'Second')], [one(0, 'First', { trigger: 'auto' })])).toEqual([
      one(0, 'First', { trigger: 'auto' }),
      one(600, 'Second'),
    ]);
    expect(withKnownCompactions([one(0, '')], [one(1, 'First', { cut: 7 })])).toEqual([one(0, 'First', { cut: 7 })]);
  });

  it('changes nothing when it is done again', () => {
    const known = Array.from({ length: 14 }, (_, n) => one(n * 60, `Summary ${n}`, { trigger: 'auto' }));
    const once = withKnownCompactions(known, []);
    expect(withKnownCompactions(known, once)).toEqual(once);
    expect(withKnownCompactions(once, once)).toEqual(once);
  });

  it('keeps the summaries of the newest ten, and says how long the others were', () => {
    const all = Array.from({ length: 60 }, (_, n) => one(n * 60, `Summary ${String(n).padStart(2, '0')}`));
    const kept = withKnownCompactions(all, []);
    expect(kept).toHaveLength(SUMMARIES.listed);
    expect(kept.filter(({ summary }) => summary !== '').map(({ summary }) => summary)).toEqual(
      all.slice(-10).map(({ summary }) => summary),
    );
    expect(kept[0]).toEqual(one(10 * 60, '', { cut: 10 }));
  });
});
