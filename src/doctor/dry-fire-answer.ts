import { HOOK_EVENTS, SANDBOX_EVENT } from '../install/hook-events.ts';
import { oneLine } from '../text/clip.ts';
import type { DryFired } from './dry-fire-findings.ts';

/** How a run in the sandbox ended. */
export interface DryFireAnswer {
  /** The exit code; null if it was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** The sandbox's chronicle afterwards; null if there is none. */
  chronicle: string | null;
}

/** Why a run failed, as a sentence; null if it did its work. */
export function dryFireFault(event: DryFired, { code, stdout, stderr, chronicle }: DryFireAnswer): string | null {
  const said = oneLine(stderr.trim());
  if (code === null) return `it was killed after 10 s.${said === '' ? '' : ` It printed: ${said}`}`;
  if (code !== 0) return said === '' ? `it exited with ${code} and printed no error.` : said;
  if (event !== 'log') return HOOK_EVENTS[event].fault(stdout, chronicle);
  return chronicle?.includes(SANDBOX_EVENT) ? null : 'the event did not reach the chronicle.';
}
