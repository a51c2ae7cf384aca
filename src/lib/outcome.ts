import { writeAll } from '#src/lib/files.ts';
import { printable } from './text/printable.ts';
import { exitWith } from './stdin.ts';

/** The output and exit code of a hook or an agent's command. */
export interface Outcome {
  stdout?: string;
  /** One or two plain sentences. */
  stderr?: string;
  /** 0 by default; 2 tells the host that the hook failed. */
  exitCode?: number;
}

/** Prints the outcome and ends the process. */
export function finish({ stdout, stderr, exitCode }: Outcome): void {
  if (stdout) print(1, stdout);
  if (stderr) print(2, `session-chronicle: ${printable(stderr)}\n`);
  exitWith(exitCode ?? 0);
}

/** Writes without `process.stdout`, which costs as much as the rest of a hook. Ignores a closed pipe and a full disk. */
function print(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, Buffer.from(text));
  } catch {
    // There is nowhere to report it.
  }
}
