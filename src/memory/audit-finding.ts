/** What an audit finds, worst first. */
export const AUDIT_KINDS = [
  'unreadable',
  'past-limits',
  'leaking',
  'no-file',
  'not-indexed',
  'front-matter',
  'doubled-entry',
  'near-duplicate',
  'never-hit',
  'near-limit',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Something about a project's memories that wants a hand. Texts may hold names of files: untrusted, one line each. */
export interface AuditFinding {
  kind: AuditKind;
  /** The memory it is about; null if it is about the index. */
  file: string | null;
  /** The line of MEMORY.md where it shows; null if it shows in no line of it. */
  line: number | null;
  /** What is the matter, a sentence. */
  message: string;
  /** What to do, a sentence. */
  advice: string;
}
