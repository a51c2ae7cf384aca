import { expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { parseNamedCommits } from '#src/transcript/named-commits.ts';
import { someFacts } from '#tests/support/some-facts.ts';

const COMMIT = {
  ...{ hash: 'a1b2c3d', subject: 'Hold the window', body: '', at: '2026-10-28T10:00:00Z' },
  ...{ branch: 'main', prompt: null, record: 'r' },
};

it('reads the commits without the rest of the facts', () => {
  const text = serializeFacts({ ...someFacts(), commits: [COMMIT] });
  const named = [{ hash: 'a1b2c3d', subject: 'Hold the window', at: '2026-10-28T10:00:00Z' }];
  expect(parseNamedCommits(text)).toEqual(named);
  expect(parseNamedCommits(JSON.stringify(JSON.parse(text), null, 2))).toEqual(named);
});

it('reads none from a damaged file', () => {
  expect(parseNamedCommits('')).toEqual([]);
  expect(parseNamedCommits('{"head":{}\n"commits":[{"hash":7}],')).toEqual([]);
});
