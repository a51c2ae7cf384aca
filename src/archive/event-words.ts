import type { ChronicleEvent } from '../format/chronicle.ts';

/**
 * The text of an event and its details, as they are written. A found event of a long sentence has its beginning as text and all of it in the
 * details: it is shown once.
 */
export function eventText(
  event: Pick<ChronicleEvent, 'text' | 'found'>,
  details: string,
): { text: string; details: string } {
  const [first = '', ...rest] = details.split('\n');
  const begun = event.text.endsWith('…') ? event.text.slice(0, -1).trimEnd() : '';
  if (begun === '' || event.found === undefined || !first.startsWith(begun)) return { text: event.text, details };
  return { text: first, details: rest.join('\n') };
}
