import { readYaml } from '#src/lib/read-yaml.ts';
import type { SeriesPart } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { withEventLine, withPartLines } from './add-lines.ts';
import { MOST_EVENTS, MOST_PARTS } from './parse-series.ts';

/** The result of adding an event. */
export interface AddedEvent {
  /** False if the series already has it; then nothing was written. */
  isNew: boolean;
  /** The number of its part, from 1, and the title of the part. */
  part: number;
  title: string;
}

/** The text with the addition, or null if there is nothing to add; and the result. */
export interface Planned<Answer> {
  text: string | null;
  answer: Answer;
}

interface Where {
  path: string;
  slug: string;
}

/** A part of the file. Invalid entries have no number. */
interface RawPart {
  /** Its index in the file's list. */
  index: number;
  title: string;
  /** Null if the part has no such list. */
  events: readonly unknown[] | null;
}

/** Adds an event to a series file. */
export function planEvent(
  text: string,
  { part, event, ...where }: Where & { part: number | null; event: string },
): Planned<AddedEvent> {
  const parts = rawParts(text, where.path).filter((each) => each !== null);
  const holder = parts.findIndex(({ events }) => events?.includes(event));
  if (holder !== -1)
    return { text: null, answer: { isNew: false, part: holder + 1, title: parts[holder]?.title ?? '' } };
  if (part === null && parts.length === 0) {
    const title = 'The first part';
    const begun = planPart(text, { ...where, title, idea: '', events: [event] });
    return { text: begun.text, answer: { isNew: true, part: begun.answer, title } };
  }
  const number = part ?? parts.length;
  const found = parts[number - 1];
  if (!found) throw refusal('CHRONICLE_NO_PART', `The series ${where.slug} has no part ${number}.`);
  const { index, title, events } = found;
  if ((events?.length ?? 0) >= MOST_EVENTS)
    throw refusal(
      'CHRONICLE_SERIES_FULL',
      `Part ${number} already has ${MOST_EVENTS} events, the most a part can have.`,
    );
  return { text: withEventLine(text, index, events, event), answer: { isNew: true, part: number, title } };
}

/** Adds a part to a series file; the result is its number. */
export function planPart(text: string, { path, slug, ...part }: Where & SeriesPart): Planned<number> {
  const parts = rawParts(text, path);
  if (parts.length >= MOST_PARTS)
    throw refusal(
      'CHRONICLE_SERIES_FULL',
      `The series ${slug} already has ${MOST_PARTS} parts, the most a series can have.`,
    );
  const added = withPartLines(text, parts.length, part);
  return { text: added, answer: parts.filter((each) => each !== null).length + 1 };
}

/** The entries of the file's list of parts, null for invalid ones. Refuses (CHRONICLE_BAD_SERIES) a file without such a list. */
function rawParts(text: string, path: string): (RawPart | null)[] {
  const { value, placeOf, problem } = readYaml(text);
  if (problem)
    throw refusal(
      'CHRONICLE_BAD_SERIES',
      `${path}:${problem.line}:${problem.column}: The file is not YAML: ${problem.fault}.`,
    );
  const parts = isRecord(value) ? (value.parts ?? []) : value === null ? [] : value;
  if (Array.isArray(parts) && (isRecord(value) || value === null)) return parts.map(rawPart);
  const { line, column } = placeOf(isRecord(value) ? ['parts'] : []);
  throw refusal(
    'CHRONICLE_BAD_SERIES',
    `${path}:${line}:${column}: "parts" is not a list, so nothing can be added to it.`,
  );
}

function rawPart(part: unknown, index: number): RawPart | null {
  if (!isRecord(part)) return null;
  const { title, events } = part;
  return { index, title: typeof title === 'string' ? title : '', events: Array.isArray(events) ? events : null };
}

function refusal(code: string, sentence: string): ChronicleError {
  return new ChronicleError(code, `${sentence} Nothing was changed.`);
}
