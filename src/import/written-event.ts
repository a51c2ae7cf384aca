import type { InsertedEvent } from '../chronicle/insert-events.ts';
import { recordedLine } from '../chronicle/recorded.ts';
import type { Zone } from '../record/local-time.ts';
import { isDay } from '../value/calendar-day.ts';
import { cleanLine } from './clean-line.ts';
import type { FoundEvent } from './found-event.ts';

const LONGEST = { text: 240, detail: 400, file: 120 };

/** How the texts and times of found events are written. */
export interface EventWriting {
  /** Removes secrets from a text. */
  safe: (words: string) => string;
  zone: Pick<Zone, 'timeOf'>;
}

/**
 * A found event as a chronicle has it: each text on one line, shortened, without secrets, and the source in the last
 * details. Null without a text or a time that can be.
 *
 *     - 14:20 [ERROR] The list was empty
 *       recorded: 9e6b1c1e-… commit a1b2c3d
 *       transcript: 3f6c….jsonl:120
 */
export function writtenFoundEvent(
  { tag, text, details, origin, recorded }: FoundEvent,
  { safe, zone }: EventWriting,
): InsertedEvent | null {
  const first = cleanLine(safe(text), LONGEST.text);
  if (first === '' || !(Math.abs(origin.at) < 8e15)) return null;
  const { date, time } = zone.timeOf(origin.at);
  if (!isDay(date)) return null;
  const said = details.map((detail) => cleanLine(safe(detail), LONGEST.detail)).filter((detail) => detail !== '');
  // Text from a transcript must not look like one of these lines.
  const shown = said.map((detail) => detail.replace(/^(candidate|evidence|recorded|transcript):/i, '$1 -'));
  const source = recorded === null ? `candidate: ${origin.id}` : recordedLine(origin.id, recorded);
  const place = `transcript: ${cleanLine(origin.file, LONGEST.file)}:${origin.line}`;
  return { tag, text: first, details: [...shown, source, place].join('\n'), date, time, record: origin.id };
}
