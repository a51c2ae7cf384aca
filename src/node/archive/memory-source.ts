import type { MemoryText } from '../../memory/memory-text.ts';
import { INDEX_FILE } from '../../project/paths.ts';
import { readMemoryText } from '../memory-text/read-memory-text.ts';
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
