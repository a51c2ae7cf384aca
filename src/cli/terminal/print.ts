import { printable } from '#src/text/printable.ts';
import type { Io } from './io.ts';

/** A line of talk: progress, problems, refusals. Results go to stdout. */
export function say({ stderr }: Pick<Io, 'stderr'>, line: string): void {
  stderr.write(`${printable(line)}\n`);
}

/** Prints what has no text of others in it; returns the exit code for a command that does nothing else. */
export function printText({ stdout }: Pick<Io, 'stdout'>, text: string): 0 {
  stdout.write(text);
  return 0;
}

/** Prints the result of a command. Text of chronicles reaches the terminal through here alone. */
export function printResult({ stdout }: Pick<Io, 'stdout'>, text: string): void {
  if (text !== '') stdout.write(`${printable(text)}\n`);
}

/** Prints a result as JSON, in which what a terminal could take for a command is written as `\u…`. */
export function printJson({ stdout }: Pick<Io, 'stdout'>, value: unknown): void {
  const json = JSON.stringify(value, null, 2);
  stdout.write(`${json.replace(/[\u007f-\u{10ffff}]/gu, escapedIfUnprintable)}\n`);
}

function escapedIfUnprintable(character: string): string {
  return printable(character) === character ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
