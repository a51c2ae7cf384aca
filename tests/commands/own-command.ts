import type { Sandbox } from '../hooks/sandbox.ts';
import { type Finished, runCommand } from './run-command.ts';

interface Given {
  input?: string;
  session?: string;
  env?: Record<string, string>;
}

/** Runs `chronicle …` in a sandbox, as a session of its own where `session` names one, with this text on stdin. */
export function runChronicle(
  box: Sandbox,
  args: readonly string[],
  { input = '', ...given }: Given = {},
): Promise<Finished> {
  return runCommand(args, { env: environmentOf(box, given), cwd: box.project, input });
}

/** The environment of a command in a sandbox. */
export function environmentOf(box: Sandbox, { session, env = {} }: Omit<Given, 'input'>): Record<string, string> {
  const own = session === undefined ? {} : { CLAUDE_CODE_SESSION_ID: session, CLAUDECODE: '1' };
  return box.environment({ ...own, ...env });
}
