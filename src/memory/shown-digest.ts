import { compare } from '#src/lib/compare.ts';
import { sha256Of } from '#src/lib/digest.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { digestOf, readBytes } from './file-bytes.ts';
import type { MemoryVerb } from './memory-command.ts';

/** A proposal that a person is asked about. */
export interface ListedProposal {
  id: string;
  /** Its line in the proposals file; null if there is none. */
  line: string | null;
  /** The file name of its memory; null if that is unknown or not a memory's. */
  file: string | null;
}

/**
 * The SHA-256 of what a question about these proposals lists, in any order, as they and their memories are on the disk now. The
 * hook that asks keeps it in its ticket, and the command that the person allowed computes it again: nothing that changed since
 * then is applied. Throws for a memory that is a link or not a file. Used by a hook, so it must not import the schema library.
 *
 *     ["apply", ["p-12150d", "9f86d081…", null], ["p-77aa01", "60303ae2…", "fd61a03a…"]]
 */
export function shownDigest(place: MemoryPlace, verb: MemoryVerb, proposals: readonly ListedProposal[]): string {
  const listed = [...proposals]
    .sort((a, b) => compare(a.id, b.id))
    .map(({ id, line, file }) => {
      const content = file === null ? null : digestOf(readBytes(`${place.memory}/${file}`));
      return [id, line === null ? null : sha256Of(line), content];
    });
  return sha256Of(JSON.stringify([verb, ...listed]));
}
