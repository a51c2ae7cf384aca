import type { Source } from './source.ts';

/** Claude Code's memories, as their text. MEMORY.md is the index of them, not one itself. */
export const memorySource: Source<string> = {
  kind: 'memory',
  list: { folder: 'memory', isMember: (name) => name.endsWith('.md') && !name.startsWith('.') && name !== 'MEMORY.md' },
  parse: (text) => ({ value: text, problems: [] }),
};
