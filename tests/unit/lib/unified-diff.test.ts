import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '#src/lib/unified-diff.ts';

const text = fc.array(fc.constantFrom('a', 'b', '', ' ', '-', '+', '@@', '\\')).map((lines) => lines.join('\n'));

describe('unifiedDiff', () => {
  it('is exact: applied to one text it gives the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff('a.md', before, after);
        if (before === after) expect(diff).toBe('');
        else expect(applyPatch(before, `${diff}\n`)).toBe(after);
      }),
    );
  });

  it('shows a blank last line, a missing line break at the end and a carriage return', () => {
    expect(unifiedDiff('a.md', 'x\n', 'x\n\n')).toBe('--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,2 @@\n x\n+');
    expect(unifiedDiff('a.md', 'x', 'x\n')).toContain('-x\n\\ No newline at end of file\n+x');
    expect(unifiedDiff('a.md', 'x\r\n', 'x\n')).toContain('-x\r\n+x');
  });

  it('shows both texts in full if the shortest diff would take seconds', { tags: 'long' }, () => {
    const lines = (word: string) => Array.from({ length: 10_000 }, (_, n) => `${word}${n % 7}\n`).join('');
    const diff = unifiedDiff('a.md', lines('a'), lines('b')).split('\n');
    expect(diff.filter((line) => line.startsWith('-'))).toHaveLength(10_001);
    expect(diff.filter((line) => line.startsWith('+'))).toHaveLength(10_001);
  });
});
