import { expect, it } from 'vitest';
import { addressOfNames } from '#src/archive/named-records.ts';
import { aCommit, someFacts } from '#tests/support/some-facts.ts';

it('leads to memories, and to commits of the session by the beginning of their hash', () => {
  const addressOf = addressOfNames(
    new Map([['feedback_money.md', '/memory/larder/feedback_money.md/']]),
    someFacts({ commits: [aCommit({ hash: 'a1b2c3d' })] }),
  );
  expect(addressOf('feedback_money.md')).toBe('/memory/larder/feedback_money.md/');
  expect(addressOf('a1b2c3d')).toBe('#commit-a1b2c3d');
  expect(addressOf('a1b2c3d4e5f6')).toBe('#commit-a1b2c3d');
  for (const name of ['b1b2c3d', 'other.md', 'a1b']) expect(addressOf(name)).toBe(null);
  expect(addressOfNames(new Map(), null)('a1b2c3d')).toBe(null);
});
