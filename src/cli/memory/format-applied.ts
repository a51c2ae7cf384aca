import type { AppliedChange } from '#src/node/memory/apply.ts';
import { oneLine } from '#src/text/clip.ts';
import { changedLines } from './format-proposal.ts';

/** What was changed, where the bytes of before are, and how to take it back. */
export function formatApplied(changes: readonly AppliedChange[]): string {
  return changes
    .map(({ id, action, file, index: { removed, added }, backup }) =>
      [
        `${id} [${action}] ${oneLine(file)}: ${DONE[action]}`,
        ...changedLines(removed, added, 'MEMORY.md was left as it is.'),
        `  Backup: ${backup}`,
        ...(action === 'UNDO' ? [] : [`  Take it back with: chronicle memory undo ${id}`]),
      ].join('\n'),
    )
    .join('\n');
}

const DONE = {
  NEW: 'written.',
  STRENGTHEN: 'rewritten.',
  'STALE?': 'rewritten.',
  DELETE: 'deleted.',
  UNDO: 'as it was before.',
} as const;
