import type { AppliedChange } from '#src/memory/apply.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { changedLines } from './format-proposal.ts';

/** What was changed, where the backup is, and how to undo it. */
export function formatApplied(changes: readonly AppliedChange[]): string {
  return changes
    .map(({ id, action, file, index: { removed, added }, backup }) =>
      [
        `${id} [${action}] ${oneLine(file)}: ${DONE[action]}`,
        ...changedLines(removed, added, 'MEMORY.md did not change.'),
        `  Backup: ${backup}`,
        ...(action === 'UNDO' ? [] : [`  Undo: chronicle memory undo ${id}`]),
      ].join('\n'),
    )
    .join('\n');
}

const DONE = {
  NEW: 'written.',
  STRENGTHEN: 'rewritten.',
  'STALE?': 'rewritten.',
  DELETE: 'deleted.',
  UNDO: 'restored.',
} as const;
