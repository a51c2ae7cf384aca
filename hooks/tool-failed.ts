/**
 * A tool call failed. A shell command that fails for the third time in the session is answered with what the notebook says
 * was tried.
 *
 *     {"session_id": "3f6c…", "tool_name": "Bash", "tool_input": {"command": "npm test"}, "error": "Exit code 1"}
 */
import { commandForm, TOLD_AT } from '#src/transcript/shell.ts';
import { notebookOf, readOwnNotebook } from '#src/notes/notebook-file.ts';
import { countFailure } from '#src/record/live.ts';
import type { Env } from '#src/lib/env.ts';
import { failingText } from '#src/notes/told-notebook.ts';
import type { Payload } from '#src/record/payload.ts';
import { shellCommand } from '#src/memory/tool-call.ts';
import { contextFor, hook, ownSession } from './run.ts';

export const toolFailed = hook('tool-failed', (env, payload) => {
  const told = toldOfFailure(env, payload);
  return told === null ? {} : contextFor('PostToolUseFailure', told);
});

/**
 * Counts a failed shell command, and at its third failure returns what the agent is told; otherwise null. Calls that a person
 * interrupted do not count, nor do those of subagents, nor sessions without a chronicle.
 */
function toldOfFailure(env: Env, payload: Payload): string | null {
  const command = shellCommand(payload);
  const form = command === null || payload.is_interrupt ? null : commandForm(command);
  const session = form === null ? null : ownSession(env, payload, 'notes');
  if (command === null || form === null || session === null) return null;
  if (countFailure(session.paths, payload.session_id, form) !== TOLD_AT) return null;
  return failingText(command, readOwnNotebook(notebookOf(session.chronicle, payload.session_id)));
}
