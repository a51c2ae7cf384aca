import { oneLine } from '../text/clip.ts';
import type { DryFired } from './dry-fire-findings.ts';
import { SANDBOX_EVENT } from './dry-fire-payload.ts';

/** How a run in the sandbox ended. */
export interface DryFireAnswer {
  /** Null if it was ended from outside. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** The sandbox's chronicle after it; null if there is none. */
  chronicle: string | null;
}

/** What is wrong with an answer, a sentence; null if the hook did what it is for. */
export function dryFireFault(event: DryFired, { code, stdout, stderr, chronicle }: DryFireAnswer): string | null {
  const said = oneLine(stderr.trim());
  if (code === null) return `it was ended after 10 s.${said === '' ? '' : ` It said: ${said}`}`;
  if (code !== 0) return said === '' ? `it ended with ${code} and said nothing.` : said;
  return FAULTS[event](stdout, chronicle);
}

type Fault = (stdout: string, chronicle: string | null) => string | null;

const FAULTS: Record<DryFired, Fault> = {
  SessionStart: (stdout, chronicle) => {
    if (chronicle === null) return 'it made no chronicle.';
    return hasText(stdout, 'additionalContext') ? null : 'it printed no reminder for the agent.';
  },
  log: (_, chronicle) => (chronicle?.includes(SANDBOX_EVENT) ? null : 'the event is not in the chronicle.'),
  PreToolUse: (stdout) =>
    stdout.includes('"permissionDecision":"allow"') ? null : 'it does not allow the agent to log an event.',
  SessionEnd: (_, chronicle) =>
    chronicle?.includes('Auto-generated:') ? null : 'it wrote no summary into the chronicle.',
};

/** Claude Code takes only this form of it. */
function hasText(stdout: string, key: string): boolean {
  try {
    return typeof JSON.parse(stdout).hookSpecificOutput[key] === 'string';
  } catch {
    return false;
  }
}
