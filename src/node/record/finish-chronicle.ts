import { replaceFile } from '#src/lib/files.ts';
import { withMachineSummary } from '#src/record/session-end.ts';

/** The host ends a plugin's SessionEnd hook after 1.5 s (Claude Code 2.1.329). */
const PATIENCE = 900;

/** Gives a chronicle a machine summary if it needs one, and returns the chronicle's text as Latin-1. */
export function finishChronicle(path: string): string {
  return replaceFile(path, PATIENCE, withMachineSummary);
}
