import { HOOK_EVENTS, SANDBOX_EVENT } from '../install/hook-events.ts';
import { oneLine } from '../text/clip.ts';
import type { DryFired } from './dry-fire-findings.ts';

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
  if (event !== 'log') return HOOK_EVENTS[event].fault(stdout, chronicle);
  return chronicle?.includes(SANDBOX_EVENT) ? null : 'the event is not in the chronicle.';
}
