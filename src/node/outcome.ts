import { printable } from '../text/printable.ts';
import { exitWith } from './stdin.ts';
import { writeAll } from './store/work-directory.ts';

/** What a hook or command of the agent has to say, and how it ends. */
export interface Outcome {
  stdout?: string;
  /** One plain sentence or two. */
  stderr?: string;
  /** 0 if left out; 2 tells the host that the hook could not do its work. */
  exitCode?: number;
}

/** Says it and ends the process. */
export function finish({ stdout, stderr, exitCode }: Outcome): void {
  if (stdout) print(1, stdout);
  if (stderr) print(2, `session-chronicle: ${printable(stderr)}\n`);
  exitWith(exitCode ?? 0);
}

/** Writes without `process.stdout`, which costs a hook as much as its work. What cannot be written is missed: a closed pipe, a full disk. */
function print(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, Buffer.from(text));
  } catch {
    // There is nobody left to tell.
  }
}
