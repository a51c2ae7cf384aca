import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { writtenDetails } from '../format/event-source.ts';

/**
 * The text of an event and its details. A found event of a long sentence has its beginning as text and all of it in the
 * details: it is shown once.
 */
export function eventText(event: Pick<ChronicleEvent, 'text' | 'details' | 'found'>): {
  text: string;
  details: string;
} {
  const details = writtenDetails(event);
  const [first = '', ...rest] = details.split('\n');
  const begun = event.text.endsWith('…') ? event.text.slice(0, -1).trimEnd() : '';
  if (begun === '' || event.found === undefined || !first.startsWith(begun)) return { text: event.text, details };
  return { text: first, details: rest.join('\n') };
}
