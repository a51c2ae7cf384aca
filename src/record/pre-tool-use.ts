/**
 * The agent is about to use a tool. Its own `chronicle` commands run, what changes memory is asked
 * about, and for everything else the hook is silent: the host decides as it would without us.
 *
 *     {"tool_name": "Bash", "tool_input": {"command": "chronicle tags"}, …}
 */
import type { Payload } from './payload.ts';
import { isAllowedCommand } from './permission.ts';

/** The shell command of a Bash call, or null for any other tool and for a call that cannot be read. */
export function commandOf({ tool_name, tool_input }: Payload): string | null {
  return tool_name === 'Bash' ? textIn(tool_input, 'command') : null;
}

/** Tools that write the one file they name, and under which name. */
const FILE_TOOLS = new Map([
  ['Write', 'file_path'],
  ['Edit', 'file_path'],
  ['MultiEdit', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
]);

/** Whether a tool writes one file. */
export function writesFile({ tool_name }: Payload): boolean {
  return FILE_TOOLS.has(tool_name ?? '');
}

/** The file that a tool would write, or null for a call that cannot be read. */
export function writtenPath({ tool_name, tool_input }: Payload): string | null {
  return textIn(tool_input, FILE_TOOLS.get(tool_name ?? '') ?? '');
}

/** The answer on stdout that lets a command of ours run, or null for none. */
export function permissionOutput(payload: Payload): string | null {
  const command = commandOf(payload);
  if (command === null || !isAllowedCommand(command, payload.session_id)) return null;
  return decision(
    'allow',
    'A single chronicle command only reads chronicles, writes that of this session, or files a proposal.',
  );
}

/** The answer on stdout that has the host ask a person, whatever its permission mode. */
export function question(reason: string): string {
  return decision('ask', reason);
}

function decision(permissionDecision: 'allow' | 'ask', permissionDecisionReason: string): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });
}

function textIn(input: unknown, key: string): string | null {
  const value =
    typeof input === 'object' && input !== null ? new Map<string, unknown>(Object.entries(input)).get(key) : null;
  return typeof value === 'string' ? value : null;
}
