import { type Acknowledged, lostEvents } from '#src/chronicle/acknowledged.ts';
import { type InsertedEvent, insertEvents } from '#src/chronicle/insert-events.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { asBytes, asText } from '../disk/latin1.ts';
import { replaceFile } from '../store/replace-file.ts';

/** An editor may be saving the file (ms). */
const PATIENCE = 5000;

/**
 * Puts the acknowledged events that a chronicle no longer has back where their time belongs, and returns them. What is
 * there stays, so a second call does nothing. Throws CHRONICLE_NOT_RESTORED if the file would get too large.
 */
export function restoreEvents(path: string, acknowledged: readonly Acknowledged[]): Acknowledged[] {
  let lost: Acknowledged[] = [];
  replaceFile(path, PATIENCE, (latin1) => {
    lost = lostEvents(acknowledged, readUnchecked(asText(latin1))?.events ?? []);
    if (lost.length === 0) return latin1;
    // An event that was there before gets its number among equal ones back, so equal words keep none out.
    let unique = 0;
    const { text, inserted } = insertEvents(latin1, lost.map(asLatin1), { idOf: () => String(unique++) });
    if (inserted.length === lost.length) return text;
    throw new ChronicleError(
      'CHRONICLE_NOT_RESTORED',
      `${path} has no room for the events, or its sections are out of order. Run chronicle check to see what is wrong. Nothing was written.`,
    );
  });
  return lost;
}

function asLatin1({ tag, text, details, date, time }: Acknowledged): InsertedEvent {
  return { tag, text: asBytes(text), details: asBytes(details), date, time, record: '' };
}
