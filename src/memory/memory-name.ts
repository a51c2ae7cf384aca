/** What the name of a file in a memory directory says. Claude Code and people may choose any; a proposal may not. */
import { INDEX_FILE } from '#src/lib/paths.ts';

/** Whether a file is a memory, so that the ledger dates it: no path, no hidden file, and not the index. */
export function isMemoryName(name: string): boolean {
  return /^[^./\\][^/\\]*\.md$/.test(name) && name !== INDEX_FILE;
}

/**
 * Whether a proposal may change a memory with this name. Some disks keep `memory.md` and the index as one file; a control
 * character or half a character would not be shown as it is.
 */
export function isProposableName(name: string): boolean {
  return (
    isMemoryName(name) &&
    !/[\u0000-\u001f\u007f]/.test(name) &&
    name.toLowerCase() !== INDEX_FILE.toLowerCase() &&
    name.isWellFormed()
  );
}
