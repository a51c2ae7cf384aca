/* Payloads in the form that Claude Code really sends on stdin (2.1.329). */

export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork';

export interface PayloadFields {
  session_id: string;
  cwd: string;
  [field: string]: unknown;
}

export function startPayload(fields: PayloadFields, source: StartSource = 'startup'): string {
  const returned = source === 'resume' || source === 'fork';
  return JSON.stringify({
    transcript_path: `/home/dev/.claude/projects/-home-dev-proj/${fields.session_id}.jsonl`,
    hook_event_name: 'SessionStart',
    source,
    ...(returned ? { seconds_since_last_response: 0, context_tokens: 120, prompt_cache_likely_expired: false } : {}),
    ...fields,
  });
}

export function endPayload(fields: PayloadFields, reason = 'prompt_input_exit'): string {
  return JSON.stringify({
    transcript_path: `/home/dev/.claude/projects/-home-dev-proj/${fields.session_id}.jsonl`,
    prompt_id: '3d812d06-4441-4852-b994-0425bcc67fab',
    hook_event_name: 'SessionEnd',
    reason,
    ...fields,
  });
}

export function toolPayload(command: unknown, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    session_id: 'c8b05489-c840-4975-89ad-df787a5ec124',
    transcript_path: '/home/dev/.claude/projects/-home-dev-proj/c8b05489-c840-4975-89ad-df787a5ec124.jsonl',
    cwd: '/home/dev/proj',
    permission_mode: 'default',
    effort: { level: 'medium' },
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Log an event' },
    tool_use_id: 'toolu_040ac068fe3e4fb694a7e415',
    ...fields,
  });
}
