import { printable } from '../text/printable.ts';

/** Prints the result of a command. Text of chronicles reaches the terminal through here alone. */
export function printResult(text: string): void {
  process.stdout.write(text === '' ? '' : `${printable(text)}\n`);
}

/** Prints a result as JSON, in which what a terminal could take for a command is written as `\u…`. */
export function printJson(value: unknown): void {
  const json = JSON.stringify(value, null, 2);
  process.stdout.write(`${json.replace(/[\u007f-\u{10ffff}]/gu, escapedIfUnprintable)}\n`);
}

function escapedIfUnprintable(character: string): string {
  return printable(character) === character ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
