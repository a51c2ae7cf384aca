/**
 * The agent is about to use a tool. Only its own `chronicle` commands get an answer; for everything
 * else the hook is silent and the host decides as it would without us.
 *
 *     {"tool_name": "Bash", "tool_input": {"command": "chronicle tags"}, …}
 */
import type { Payload } from './payload.ts';
import { isAllowedCommand } from './permission.ts';

/** The answer on stdout, or null for none. */
export function permissionOutput({ session_id, tool_name, tool_input }: Payload): string | null {
  if (tool_name !== 'Bash' || typeof tool_input !== 'object' || tool_input === null || !('command' in tool_input))
    return null;
  const { command } = tool_input;
  if (typeof command !== 'string' || !isAllowedCommand(command, session_id)) return null;
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      permissionDecisionReason: 'A single chronicle command only reads chronicles, or writes that of this session.',
    },
  });
}
