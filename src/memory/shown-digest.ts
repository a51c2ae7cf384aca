import { type MemoryVerb, shownText } from '#src/memory/proposals/shown.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { sha256Of } from '../lib/digest.ts';
import { digestOf, readBytes } from './file-bytes.ts';

/** A proposal that a person is asked about. */
export interface ListedProposal {
  id: string;
  /** Its line in the proposals file; null if there is none. */
  line: string | null;
  /** The file name of its memory; null if that is unknown or not a memory's. */
  file: string | null;
}

/**
 * The SHA-256 of what a question about these proposals lists, as they and their memories are on the disk now. Throws for a
 * memory that is a link or not a file. Used by a hook, so it must not import the schema library.
 */
export function shownDigest(place: MemoryPlace, verb: MemoryVerb, proposals: readonly ListedProposal[]): string {
  const listed = proposals.map(({ id, line, file }) => ({
    id,
    record: line === null ? null : sha256Of(line),
    content: file === null ? null : digestOf(readBytes(`${place.memory}/${file}`)),
  }));
  return sha256Of(shownText(verb, listed));
}
