import { acknowledgedIn } from '../chronicle/acknowledged.ts';
import { acknowledgedNoteIn } from '../chronicle/notebook/acknowledged-notes.ts';
import { bytesOf, textOf } from './bytes.ts';
import type { DeletedEvents } from './forget-in-facts.ts';
import type { TextMatcher } from './text-matcher.ts';

/**
 * Removes the notes and events that contain the match, or are deleted from the chronicle, from a record of logged events. They go as a
 * whole, since an event that the chronicle has only in part must not look lost.
 */
export function forgetInRecord(bytes: string, text: TextMatcher, deleted: readonly DeletedEvents[]): string {
  const isGone = (line: string) => {
    const event = acknowledgedIn(textOf(line).trim());
    if (!event) {
      const note = acknowledgedNoteIn(textOf(line).trim());
      return text.isIn(note ? bytesOf(note.text) : line);
    }
    const words = bytesOf(`${event.text}\n${event.details}`);
    return text.isIn(words) || deleted.some(({ lines, texts }) => lines.has(event.text) || texts.isIn(words));
  };
  return bytes
    .split(/(?<=\n)/)
    .filter((line) => !isGone(line))
    .join('');
}
