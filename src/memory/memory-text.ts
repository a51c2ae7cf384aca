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
