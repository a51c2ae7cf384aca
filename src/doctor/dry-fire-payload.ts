import type { DryFired } from './dry-fire-findings.ts';

/** What the agent of a sandbox logs. */
export const SANDBOX_EVENT = 'A hook was run to see whether it works';

/** The command by which it does, as the reminder tells agents to. */
export const SANDBOX_LOG = `chronicle log INSIGHT <<'EOF'\n${SANDBOX_EVENT}\nEOF`;

interface PayloadFacts {
  sessionId: string;
  cwd: string;
}

/** What Claude Code sends a hook on stdin, in the shape of its real payloads (2.1.329); empty for the command of the agent. */
export function dryFirePayload(event: DryFired, { sessionId, cwd }: PayloadFacts): string {
  if (event === 'log') return '';
  const common = { session_id: sessionId, transcript_path: `${cwd}/${sessionId}.jsonl`, cwd, hook_event_name: event };
  return JSON.stringify({ ...common, ...OWN[event] });
}

const OWN: Record<Exclude<DryFired, 'log'>, Record<string, unknown>> = {
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  PreToolUse: {
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: SANDBOX_LOG, description: 'Log an event' },
    tool_use_id: 'toolu_0000000000000000',
  },
};
