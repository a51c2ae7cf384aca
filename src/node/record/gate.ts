/**
 * The gate before memory: what a person is asked about before the agent does it. It answers `ask`
 * in every permission mode; an agent that gets round the hook has no ticket, and `chronicle memory
 * apply` refuses.
 */

import type { Layout } from '#src/project/paths.ts';
import { memoryChangeIn } from '#src/record/memory-change.ts';
import { changeQuestion, fileQuestion, UNREADABLE_QUESTION } from '#src/record/memory-question.ts';
import type { Payload } from '#src/record/payload.ts';
import { commandOf, writesFile, writtenPath } from '#src/record/pre-tool-use.ts';
import { isAttended } from '#src/record/session-start.ts';
import { isRetroOpen, noteAsked } from '../session/live.ts';
import { layoutIn, type World } from '../world.ts';
import { askedProposals } from './asked-proposals.ts';
import { isMemoryFile } from './is-memory-file.ts';

/** What a person is asked before this tool call, or null. A question about `apply` or `undo` leaves a ticket. */
export function gate(world: World, payload: Payload): string | null {
  const layout = layoutIn(world);
  const sessionId = payload.session_id;
  if (writesFile(payload)) {
    if (!isRetroOpen(layout, sessionId)) return null;
    const path = writtenPath(payload);
    if (path === null) return UNREADABLE_QUESTION;
    return isMemoryFile(layout, path, payload.cwd ?? world.cwd) ? fileQuestion(path) : null;
  }
  if (payload.tool_name !== 'Bash') return null;
  const command = commandOf(payload);
  if (command === null) return isRetroOpen(layout, sessionId) ? UNREADABLE_QUESTION : null;
  const change = memoryChangeIn(command);
  if (!change) return null;
  const known = orNone(() => askedProposals(layout, sessionId, change));
  const ids = change.isAll ? known.map(({ id }) => id) : change.ids;
  // Where nobody can be asked, the host refuses the call, and a ticket would be left for another.
  if (isAttended(world.env)) leaveTicket(layout, world, payload, change.isOpen && !change.isAll ? [] : ids);
  return changeQuestion(change, known);
}

/** What a person is asked about a call that the hook cannot read, or null where no retro is open. */
export function gateUnread(world: World): string | null {
  return isRetroOpen(layoutIn(world), world.env.CLAUDE_CODE_SESSION_ID ?? '') ? UNREADABLE_QUESTION : null;
}

function leaveTicket(layout: Layout, world: World, payload: Payload, shown: string[]): void {
  try {
    const { tool_use_id: call, transcript_path: transcript } = payload;
    noteAsked(layout, payload.session_id, world, { shown, call, transcript });
  } catch {
    // Without a ticket the command refuses and says so; the person is asked all the same.
  }
}

function orNone<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch {
    return [];
  }
}
