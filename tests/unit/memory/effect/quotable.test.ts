import { describe, expect, it } from 'vitest';
import { quotable } from '#src/memory/effect/quotable.ts';
import { aFile, aHistory, aLedger, standingOf } from './a-standing.ts';

const QUIET = Array.from({ length: 30 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`);
const BORN = '2026-09-03T17:00:00Z new';

describe('quotable', () => {
  it('rules chance out only for a memory that helped', () => {
    const standing = standingOf(aHistory(['2026-09-01 MISS', '2026-09-02 MISS', ...QUIET]), aLedger([BORN]));
    expect(standing.effect.verdict).toBe('helped');
    expect(quotable(standing)).toBe(
      'Since the rule "port" was written on 3 Sep 2026, the mistake has not come back in 30 sessions; before that, it was made in 2 of 2. Chance alone rarely does that well.',
    );
  });

  it('says that it did not help, or that this is not known yet', () => {
    const often = ['2026-10-01 MISS', '2026-10-02 MISS', '2026-10-03 MISS', '2026-10-04', '2026-10-05'];
    const broken = standingOf(aHistory(['2026-09-01 MISS', '2026-09-02', ...often]), aLedger([BORN]));
    expect(quotable(broken)).toBe(
      'Since the rule "port" was written on 3 Sep 2026, the mistake has come back in 3 of 5 sessions; before that, it was made in 1 of 2. The rule did not help.',
    );
    const young = standingOf(aHistory(['2026-09-01 MISS', '2026-09-04']), aLedger([BORN]));
    expect(quotable(young)).toMatch(
      /has not come back in 1 session; .* Whether the rule made it rarer is not known yet\.$/,
    );
  });

  it('says if the date is only that of the file', () => {
    const standing = standingOf(aHistory(['2026-08-01 MISS', '2026-09-04']), [], [aFile('feedback_port.md')]);
    expect(quotable(standing)).toMatch(/^Since 1 Sep 2026, the date of the rule "port", the mistake has not/);
  });

  it('is null for a deleted memory, one never missed before, or without a session since', () => {
    const of = (lines: string[], ...changes: string[]) => quotable(standingOf(aHistory(lines), aLedger(changes)));
    expect(of(['2026-09-01 MISS', '2026-09-04'], BORN, '2026-09-06T10:00:00Z delete')).toBeNull();
    expect(of(['2026-09-01', '2026-09-04 MISS'], BORN)).toBeNull();
    expect(of(['2026-09-01 MISS'], BORN)).toBeNull();
  });

  it('quotes any name in one line', () => {
    const file = `feedback_a"b\n_c-${'long_'.repeat(30)}.md`;
    const born = aLedger([BORN], { file, events: ['session-0#e-1'] });
    const standing = standingOf(aHistory(['2026-09-01', '2026-09-04']), born);
    const text = quotable({ ...standing, missed: { before: 1, since: 0 } });
    expect(text).toMatch(/^Since the rule "a'b c long [a-z ]+…" was written/);
    expect(text).not.toContain('\n');
  });
});
