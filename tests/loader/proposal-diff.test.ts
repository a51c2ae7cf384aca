import { expect, it } from 'vitest';
import { proposalDiff } from '#content-loader/proposal-diff.ts';

it('leaves out the headers of a diff, but no changed line that looks like one', () => {
  const before = 'Keep cents.\n-- old\n@@ here\n';
  const after = 'Keep cents.\n++ new\n@@ here\n';
  expect(proposalDiff('a.md', before, after)).toEqual([' Keep cents.', '--- old', '+++ new', ' @@ here']);
  expect(proposalDiff('a.md', null, '++ b/a.md\n')).toEqual(['+++ b/a.md']);
});
