/**
 * A change to a memory file, written down before it is made: `change.json` in its backup directory, next to the bytes
 * before and after. With it, a change that a killed process left unfinished can be completed, and a finished one undone.
 */
import * as z from 'zod/mini';
import { isProposableName } from '../memory-name.ts';
import { PROPOSAL_ACTIONS } from './proposal.ts';

const digests = z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) });

const recordSchema = z.object({
  /** UTC. */
  at: z.string(),
  proposal: z.string(),
  action: z.enum([...PROPOSAL_ACTIONS, 'UNDO']),
  /** The directory name of the change that this one undoes. */
  undoes: z.nullable(z.string()),
  /** A plain name in the memory directory: anybody could have written the record. */
  file: z.string().check(z.refine(isProposableName)),
  /** SHA-256 of the memory file; null for no file. */
  memory: digests,
  /** SHA-256 of MEMORY.md; null if it does not change. */
  index: z.nullable(digests),
  /** The entry of the file in MEMORY.md after the change; null for none. */
  entry: z.nullable(z.object({ title: z.string(), hook: z.string() })),
  /** The ledger's line. */
  line: z.looseObject({ id: z.string() }),
});

export type ChangeRecord = z.infer<typeof recordSchema>;

/** Reads a `change.json`; null if it is invalid. */
export function parseChangeRecord(text: string): ChangeRecord | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
