import { HOOK_EVENTS } from '../install/hook-events.ts';
import type { DryFired } from './dry-fire-findings.ts';

interface PayloadFacts {
  sessionId: string;
  cwd: string;
}

/** What Claude Code sends a hook on stdin, in the form of its real payloads (2.1.329); empty for `chronicle log`. */
export function dryFirePayload(event: DryFired, { sessionId, cwd }: PayloadFacts): string {
  if (event === 'log') return '';
  const common = { session_id: sessionId, transcript_path: `${cwd}/${sessionId}.jsonl`, cwd, hook_event_name: event };
  return JSON.stringify({ ...common, ...HOOK_EVENTS[event].payload });
}
