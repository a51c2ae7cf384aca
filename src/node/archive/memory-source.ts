import type { MemoryText } from '#src/memory/memory-text.ts';
import { INDEX_FILE } from '#src/project/paths.ts';
import { readMemoryText } from './read-memory-text.ts';
import type { Source } from './source.ts';

/** Claude Code's memories. MEMORY.md is the index of them, not one itself. */
export const memorySource: Source<MemoryText> = {
  kind: 'memory',
  list: { folder: 'memory', isMember: (name) => name.endsWith('.md') && !name.startsWith('.') && name !== INDEX_FILE },
  parse: (text) => ({ value: readMemoryText(text), problems: [] }),
};

/** The index of a project's memories, as its text. */
export const memoryIndexSource: Source<string> = {
  kind: 'memory index',
  list: { folder: 'memory', isMember: (name) => name === INDEX_FILE },
  parse: (text) => ({ value: text, problems: [] }),
};
