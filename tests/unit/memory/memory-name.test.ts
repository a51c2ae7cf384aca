import { describe, expect, it } from 'vitest';
import { isMemoryName, isProposableName } from '#src/memory/memory-text.ts';

describe('a file in a memory directory', () => {
  it.each(['a.md', 'feedback_money.md', 'x y.md', 'é.md', 'a.b.md'])(
    'is a memory that a proposal may change: %j',
    (name) => {
      expect([isMemoryName(name), isProposableName(name)]).toEqual([true, true]);
    },
  );

  it.each(['memory.md', 'Memory.md', 'new\nline.md', 'a\u007f.md', 'a\0.md', '\ud800.md'])(
    'is a memory that the history dates, and no proposal may change: %j',
    (name) => {
      expect([isMemoryName(name), isProposableName(name)]).toEqual([true, false]);
    },
  );

  it.each(['MEMORY.md', '.a.md', '..md', '../a.md', 'a/b.md', 'a\\b.md', 'a.txt', 'a.md.bak', '.md', ''])(
    'is no memory: %j',
    (name) => {
      expect([isMemoryName(name), isProposableName(name)]).toEqual([false, false]);
    },
  );
});
