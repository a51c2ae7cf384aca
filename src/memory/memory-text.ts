import { INDEX_FILE } from '#src/lib/paths.ts';

/** The types of memory in Claude Code (2.1.329). */
export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** The content of a memory file. Text is verbatim and untrusted. */
export interface MemoryText {
  /** The whole file. */
  raw: string;
  /** From the front matter; empty if it has none. */
  name: string;
  description: string;
  /** `metadata: type:` as Claude Code writes it, or a top-level `type:`; null if missing or unknown. */
  type: MemoryType | null;
  /** The text after the front matter, trimmed. */
  body: string;
  /**
   * Why the front matter or the whole file cannot be read, as the end of a sentence: `its front matter is not YAML`.
   * Null if it can be read or there is none.
   */
  fault: string | null;
  /** The whole file is unreadable. */
  isUnread?: true;
}

/** The content of an unreadable file: only the reason. */
export function unreadText(fault: string): MemoryText {
  return { raw: '', name: '', description: '', type: null, body: '', fault, isUnread: true };
}

/** What a proposal can do with a memory. */
export const PROPOSAL_ACTIONS = ['NEW', 'STRENGTHEN', 'STALE?', 'DELETE'] as const;
export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number];

/** What the name of a file in a memory directory says. Claude Code and people may choose any; a proposal may not. */

/** Whether a file is a memory, so that the history dates it: no path, no hidden file, and not the index. */
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
    // `isWellFormed` came with Node 20, and hooks load this.
    !/[\ud800-\udfff]/u.test(name)
  );
}
