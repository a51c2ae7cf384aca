/** The kinds of memory that Claude Code knows (2.1.329). */
export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** What a memory file says. Text is verbatim and untrusted. */
export interface MemoryText {
  /** The file as it stands. */
  raw: string;
  /** From its front matter; empty where it has none. */
  name: string;
  description: string;
  /** `metadata: type:` as Claude Code writes it, or `type:` at the top; null where it is neither or unknown. */
  type: MemoryType | null;
  /** What follows the front matter, trimmed. */
  body: string;
  /**
   * Why the front matter, or the whole file, cannot be read, as the end of a sentence: `its front matter is not YAML`.
   * Null if it can be or there is none.
   */
  fault: string | null;
  /** Nothing of the file could be read. */
  isUnread?: true;
}

/** What is known of a file that is there and cannot be read: why. */
export function unreadText(fault: string): MemoryText {
  return { raw: '', name: '', description: '', type: null, body: '', fault, isUnread: true };
}
