import { clip, oneLine } from '../text/clip.ts';
import { visibleText } from '../text/visible.ts';

/** As much of a text as is kept until secrets are taken out: half a secret is not known for one. */
const READ = 1200;

/** The beginning of a text in one line and without what nobody sees, in memory of its own: the whole can be let go. */
export function beginning(text: string, length = READ): string {
  return JSON.parse(JSON.stringify(oneLine(visibleText(text.slice(0, length)))));
}

/** A line as it is written, of at most `length` characters. */
export function cleanLine(text: string, length: number): string {
  return clip(oneLine(visibleText(text)), length);
}
