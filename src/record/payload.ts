import { isSessionId } from '../chronicle/session-id.ts';
import { isRecord } from '../value/is-record.ts';

/**
 * What our hooks use of Claude Code's payloads; everything else is ignored. Decoded by hand: the
 * schema library would cost every hook a fifth of what it takes to start Node.
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
}

/** A hook's stdin, decoded; or the sentence that says what is wrong with it. */
export function readPayload(text: string): { payload: Payload } | { refusal: string } {
  if (text.trim() === '')
    return { refusal: 'The hook got nothing on stdin; it expects the JSON that Claude Code sends.' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: 'The hook got something on stdin that is not JSON.' };
  }
  if (!isRecord(value)) return { refusal: 'The hook got JSON on stdin that is no object.' };
  const fields = new Map<string, unknown>(Object.entries(value));
  const words = (key: string) => {
    const field = fields.get(key);
    return typeof field === 'string' ? field : undefined;
  };
  const sessionId = words('session_id');
  if (sessionId === undefined || !isSessionId(sessionId))
    return { refusal: "The hook's payload has no usable session_id." };
  return {
    payload: {
      session_id: sessionId,
      source: words('source'),
      cwd: words('cwd'),
      agent_id: words('agent_id'),
      agent_type: words('agent_type'),
      tool_name: words('tool_name'),
      tool_input: fields.get('tool_input'),
      tool_use_id: words('tool_use_id'),
      transcript_path: words('transcript_path'),
    },
  };
}

/** Whether a start or end is not the session's own, but a subagent's or that of the host's summariser (`agent_type: ""`). */
export function isSubordinate({ agent_id, agent_type }: Payload): boolean {
  return agent_id !== undefined || agent_type === '';
}
