import { isSessionId } from '#src/format/session-id.ts';
import { isRecord } from '#src/lib/is-record.ts';

/**
 * The fields of Claude Code's hook payloads that our hooks use; others are ignored. Decoded by hand, because loading the
 * schema library takes a fifth of the time that Node takes to start.
 */
export interface Payload {
  session_id: string;
  source: string | undefined;
  cwd: string | undefined;
  agent_id: string | undefined;
  agent_type: string | undefined;
  tool_name: string | undefined;
  tool_input: unknown;
  tool_use_id: string | undefined;
  transcript_path: string | undefined;
  /** Whether a person stopped the tool. */
  is_interrupt: boolean;
  /** Whether the turn that stops was itself asked for by a Stop hook. */
  stop_hook_active: boolean;
  /** `default`, `plan`, `acceptEdits` … */
  permission_mode: string | undefined;
}

/** No system allows a longer path (characters). Paths are kept in small files. */
const LONGEST_PATH = 4096;

/** Decodes a hook's stdin; on failure returns a sentence that says what is wrong. */
export function readPayload(text: string): { payload: Payload } | { refusal: string } {
  if (text.trim() === '') return { refusal: "The hook's stdin is empty; it expects the JSON that Claude Code sends." };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: "The hook's stdin is not valid JSON." };
  }
  if (!isRecord(value)) return { refusal: "The hook's stdin is not a JSON object." };
  const fields = new Map<string, unknown>(Object.entries(value));
  const textOf = (key: string) => {
    const field = fields.get(key);
    return typeof field === 'string' ? field : undefined;
  };
  const sessionId = textOf('session_id');
  if (sessionId === undefined || !isSessionId(sessionId))
    return { refusal: "The hook's payload has no valid session_id." };
  const transcript = textOf('transcript_path');
  return {
    payload: {
      session_id: sessionId,
      source: textOf('source'),
      cwd: textOf('cwd'),
      agent_id: textOf('agent_id'),
      agent_type: textOf('agent_type'),
      tool_name: textOf('tool_name'),
      tool_input: fields.get('tool_input'),
      tool_use_id: textOf('tool_use_id'),
      transcript_path: transcript !== undefined && transcript.length <= LONGEST_PATH ? transcript : undefined,
      is_interrupt: fields.get('is_interrupt') === true,
      stop_hook_active: fields.get('stop_hook_active') === true,
      permission_mode: textOf('permission_mode'),
    },
  };
}

/** Whether a person attends the session: not in `claude -p` and not under the SDK. */
export function isAttended(env: Record<string, string | undefined>): boolean {
  if (env.CLAUDE_CODE_SESSION_ATTENDED !== undefined) return env.CLAUDE_CODE_SESSION_ATTENDED !== '0';
  return !env.CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk');
}

/** Whether the hook runs for a subagent or for the host's summariser (`agent_type: ""`), not for the session itself. */
export function isSubordinate({ agent_id, agent_type }: Payload): boolean {
  return agent_id !== undefined || agent_type === '';
}

/** Where a hook is configured: in the plugin, in the user's settings (by `chronicle init`), or in a project's shared settings. */
export type Installer = 'plugin' | 'settings' | 'shared';

/**
 * Finds out from the environment: only the plugin's hooks get CLAUDE_PLUGIN_ROOT (Claude Code 2.1.329), and the command in
 * shared settings sets CHRONICLE_INSTALL.
 */
export function installerOf(env: Record<string, string | undefined>): Installer {
  if (env.CLAUDE_PLUGIN_ROOT) return 'plugin';
  return env.CHRONICLE_INSTALL === 'shared' ? 'shared' : 'settings';
}
