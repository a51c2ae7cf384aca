import { expect, it } from 'vitest';
import { copiedName } from '#src/lib/paths.ts';

it.each([
  ['2026-03-24-main (conflicted copy).md', '2026-03-24-main.md'],
  ["2026-03-24-main (Ann's conflicted copy 2026-01-02).md", '2026-03-24-main.md'],
  ['2026-03-24-main (conflicted copy 2026-01-02 120000).md', '2026-03-24-main.md'],
  ['2026-03-24-main (laptop_conflict_2026-01-02).md', '2026-03-24-main.md'],
  ['2026-03-24-main.sync-conflict-20260102-120000-ABCDEFG.md', '2026-03-24-main.md'],
  ['memory-ledger.sync-conflict-20260102-120000-ABCDEFG.jsonl', 'memory-ledger.jsonl'],
  ['2026-03-24-main_conflict-20260102-120000.md', '2026-03-24-main.md'],
  ['proposals (conflicted copy).jsonl', 'proposals.jsonl'],
])('%s is a conflict copy', (name, original) => {
  expect(copiedName(name)).toBe(original);
});

it.each(['2026-03-24-main.md', '2026-03-24-main-2.md', '2026-03-24-fix-conflict.md', 'feedback_conflicts.md'])(
  '%s is not',
  (name) => {
    expect(copiedName(name)).toBeNull();
  },
);
