import { printable } from '#src/lib/text/printable.ts';
import type { Io } from './io.ts';
import { rendered, type Text } from './text.ts';
import { measureOf, wrap } from './wrap.ts';

/** A message: progress, problems, refusals, wrapped at words on a terminal. Results go to stdout. */
export function say({ stderr }: Pick<Io, 'stderr'>, message: Text): void {
  stderr.write(`${rendered(wrap(message, measureOf(stderr.columns)), stderr.hasColour)}\n`);
}

/** Prints what contains no text of others; returns the exit code for a command that does nothing else. */
export function printText({ stdout }: Pick<Io, 'stdout'>, text: string): 0 {
  stdout.write(text);
  return 0;
}

/** Prints the result of a command. Text of chronicles reaches the terminal only through here. */
export function printResult({ stdout }: Pick<Io, 'stdout'>, text: Text): void {
  const characters = rendered(text, stdout.hasColour);
  if (characters !== '') stdout.write(`${characters}\n`);
}

/** Prints a result as JSON, in which what a terminal could take for a command is written as `\u…`. */
export function printJson({ stdout }: Pick<Io, 'stdout'>, value: unknown): void {
  const json = JSON.stringify(value, null, 2);
  stdout.write(`${json.replace(/[\u007f-\u{10ffff}]/gu, escapedIfUnprintable)}\n`);
}

function escapedIfUnprintable(character: string): string {
  return printable(character) === character ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
