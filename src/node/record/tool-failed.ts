import { commandForm } from '#src/import/command-form.ts';
import { failingText, TOLD_AT } from '#src/notebook/failing-text.ts';
import { isSubordinate, type Payload } from '#src/record/payload.ts';
import { shellCommand } from '#src/record/pre-tool-use.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { notebookOf, readOwnNotebook } from '../notebook/notebook-file.ts';
import { countFailure } from '../session/failing-file.ts';
import { findByIndex } from '../session/find.ts';
import { isLayerOn } from '../session/layers.ts';
import { layoutIn, type World } from '../world.ts';

/**
 * Counts a failed shell command, and at its third failure in the session returns what the agent is told; otherwise null.
 * Calls that a person interrupted do not count, nor do those of subagents, nor sessions without a chronicle.
 */
export function toolFailed(world: World, payload: Payload): string | null {
  const command = shellCommand(payload);
  if (command === null || payload.is_interrupt || isSubordinate(payload)) return null;
  const layout = layoutIn(world);
  if (!isLayerOn('notes', world, payload.cwd)) return null;
  const form = commandForm(command);
  if (form === null) return null;
  const chronicle = findByIndex(layout, payload.session_id);
  if (chronicle === null || countFailure(layout, payload.session_id, form) !== TOLD_AT) return null;
  const owned = notebookOf(chronicle, frontMatterOf(chronicle)?.get('session_id') ?? '');
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PostToolUseFailure',
      additionalContext: failingText(command, readOwnNotebook(owned)),
    },
  });
}
