import { clip, oneLine } from '../text/clip.ts';
import { visibleText } from '../text/visible.ts';

/** As much of a text as is kept until secrets are taken out: half a secret is not known for one. */
const READ = 1200;

/** What colours a terminal's text or moves its cursor, and sets its title: https://ecma-international.org/publications-and-standards/standards/ecma-48 */
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]{0,1000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,8}[0-~]/g;

/** A text without the sequences that a terminal carries out. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCE, '');
}

/** The beginning of a text in one line and without what nobody sees, in memory of its own: the whole can be let go. */
export function beginning(text: string, length = READ): string {
  return JSON.parse(JSON.stringify(oneLine(visibleText(withoutSequences(text.slice(0, length))))));
}

/** A line as it is written, of at most `length` characters. */
export function cleanLine(text: string, length: number): string {
  return clip(oneLine(visibleText(withoutSequences(text))), length);
}
