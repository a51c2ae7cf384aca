/**
 * A change of a memory file, as it is noted before it is made: `change.json` in its backup directory, beside the bytes
 * before and after. By it a change that a killed process left is finished, and a finished one taken back.
 */
import * as z from 'zod/mini';
import { PROPOSAL_ACTIONS } from './proposal.ts';

const digests = z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) });

const recordSchema = z.object({
  /** UTC. */
  at: z.string(),
  proposal: z.string(),
  action: z.enum([...PROPOSAL_ACTIONS, 'UNDO']),
  /** The change that this one takes back, by its directory's name. */
  undoes: z.nullable(z.string()),
  file: z.string(),
  /** SHA-256 of the memory file; null where there is none. */
  memory: digests,
  /** SHA-256 of MEMORY.md; null if the change leaves it alone. */
  index: z.nullable(digests),
  /** The entry that MEMORY.md has for the file afterwards; null for none. */
  entry: z.nullable(z.object({ title: z.string(), hook: z.string() })),
  /** The ledger's line. */
  line: z.looseObject({ id: z.string() }),
});

export type ChangeRecord = z.infer<typeof recordSchema>;

/** Reads a `change.json`; null if it is none. */
export function parseChangeRecord(text: string): ChangeRecord | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
