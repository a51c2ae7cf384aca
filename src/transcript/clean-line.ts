import { clip, oneLine } from '#src/lib/text/clip.ts';
import { visibleText } from '#src/lib/text/plain.ts';

/** How much of a text is kept until secrets are removed: half a secret would not be recognised. */
const READ = 1200;

/** Escape sequences for colours, cursor moves and titles: https://ecma-international.org/publications-and-standards/standards/ecma-48 */
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]{0,1000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,8}[0-~]/g;

/** A text without terminal escape sequences. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCE, '');
}

/** The beginning of a text on one line, without invisible characters. A copy, so that the whole text can be freed. */
export function beginning(text: string, length = READ): string {
  return JSON.parse(JSON.stringify(oneLine(visibleText(withoutSequences(text.slice(0, length))))));
}

/** The beginning of a text with its lines, without invisible characters. A copy, so that the whole text can be freed. */
export function beginningLines(text: string, length: number): string {
  return JSON.parse(JSON.stringify(visibleText(withoutSequences(text.slice(0, length))).trim()));
}

/** A text on one line, without invisible characters, of at most `length` characters. */
export function cleanLine(text: string, length: number): string {
  return clip(oneLine(visibleText(withoutSequences(text))), length);
}
