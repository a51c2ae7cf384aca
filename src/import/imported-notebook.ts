/** The notebook of an imported session. */
import { addObservation, blocksOf, emptyNotebook, setHandoff } from '../format/notebook/edit-notebook.ts';
import { handoffLines } from '../format/notebook/handoff.ts';
import { keyOf, originIn } from '../format/notebook/origin.ts';
import type { ImportedBlock } from './imported-chronicle.ts';
import type { ImportedSession } from './imported-session.ts';

/** A new notebook; null if it would be empty. */
export function newNotebook(
  { id, handoff }: Pick<ImportedSession, 'id' | 'handoff'>,
  blocks: readonly ImportedBlock[],
  system: string,
): string | null {
  if (blocks.length === 0 && handoff === null) return null;
  const text = withBlocks(emptyNotebook(id, system), blocks);
  return handoff === null ? text : setHandoff(text, handoffLines(handoff.handoff));
}

/** A notebook with more observations at the end of their section. Takes text, or Latin-1 with blocks encoded the same way. */
export function withBlocks(text: string, blocks: readonly ImportedBlock[]): string {
  return blocks.length === 0 ? text : addObservation(text, blocks.map(({ lines }) => lines).join('\n'));
}

/** The keys of the records that a notebook has from imports. */
export function importedKeysIn(text: string): Set<string> {
  return new Set(
    blocksOf(text).flatMap(({ lines }) => {
      const origin = originIn(lines);
      return origin === null ? [] : [keyOf(origin)];
    }),
  );
}
