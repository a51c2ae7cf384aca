import { printable } from '#src/lib/text/plain.ts';
import type { Io } from './io.ts';
import { type Text, bold, cyan, green, joined, plain, red, rendered } from './text.ts';
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

/** Claude Code cuts a command's output in the middle beyond 30,000 characters (2.1.329). */
const FOR_AGENTS = 25_000;

/** How many characters a command prints. Output that is not a terminal may be read by an agent. JSON is never cut. */
export function outputLimit({ stdout }: Io): number {
  return stdout.isTerminal ? Number.POSITIVE_INFINITY : FOR_AGENTS;
}

/** The first parts that take at most `limit` characters when printed, each with a line end. */
export function fitting(parts: readonly Text[], limit: number): Text[] {
  let length = 0;
  const end = parts.findIndex((part) => {
    length += plain(part).length + 1;
    return length > limit;
  });
  return parts.slice(0, end === -1 ? parts.length : end);
}

/** A unified diff with its lines in colour, as git shows it. */
export function diffText(diff: string): Text {
  return joined(diff.split('\n').map(lineText));
}

function lineText(line: string, index: number): Text {
  if (index < 2 && /^(?:---|\+\+\+) /.test(line)) return bold(line);
  if (line.startsWith('@@')) return cyan(line);
  if (line.startsWith('-')) return red(line);
  return line.startsWith('+') ? green(line) : line;
}
