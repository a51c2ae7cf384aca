/**
 * What a question to a person about a change of memory listed. The hook that asks keeps the SHA-256 of this text in its
 * ticket, and the command that the person allowed computes it again: nothing that changed since then is applied.
 *
 *     ["apply", ["p-12150d", "9f86d081…", null], ["p-77aa01", "60303ae2…", "fd61a03a…"]]
 */

import { compare } from '#src/lib/compare.ts';

/** The commands about proposals that need a person's yes. */
export const MEMORY_VERBS = ['apply', 'undo', 'skip'] as const;
export type MemoryVerb = (typeof MEMORY_VERBS)[number];

/** One proposal as a question listed it. */
export interface ShownProposal {
  id: string;
  /** The SHA-256 of its line in the proposals file, without the line end; null if there is none. */
  record: string | null;
  /** The SHA-256 of its memory file at that moment; null for no file. */
  content: string | null;
}

/** The text to digest. The order of the proposals makes no difference. */
export function shownText(verb: MemoryVerb, proposals: readonly ShownProposal[]): string {
  const sorted = [...proposals].sort((a, b) => compare(a.id, b.id));
  return JSON.stringify([verb, ...sorted.map(({ id, record, content }) => [id, record, content])]);
}
