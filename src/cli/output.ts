import { printable } from '../text/printable.ts';

/** A line of talk: progress, problems, refusals. Results go to stdout. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
