import { expect, it } from 'vitest';
import { diffText } from '#src/cli/terminal/print.ts';
import { plain, spansOf } from '#src/cli/terminal/text.ts';

it('colours the lines of a diff, and keeps its text', () => {
  const diff = '--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,3 @@\n same\n-old\n--- three dashes\n+new';
  const styleOf = new Map(spansOf(diffText(diff)).map(({ text, styles }) => [text, styles[0]]));
  expect(plain(diffText(diff))).toBe(diff);
  expect(
    ['--- a/x.md', '@@ -1,3 +1,3 @@', ' same', '-old', '--- three dashes', '+new'].map((each) => styleOf.get(each)),
  ).toEqual(['bold', 'cyan', undefined, 'red', 'red', 'green']);
});
