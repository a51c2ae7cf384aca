import { readYaml } from '#src/node/owned/read-yaml.ts';
import type { SeriesPart } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isRecord } from '#src/value/is-record.ts';
import { withEventLine, withPartLines } from './add-lines.ts';
import { MOST_EVENTS, MOST_PARTS } from './parse-series.ts';

/** What became of an event that was to be added. */
export interface AddedEvent {
  /** False if the series had it already; then nothing was written. */
  isNew: boolean;
  /** The part in which it stands, from 1, and its title. */
  part: number;
  title: string;
}

/** The text with the addition, null if there is nothing to add; and what to say of it. */
export interface Planned<Answer> {
  text: string | null;
  answer: Answer;
}

interface Where {
  path: string;
  slug: string;
}

/** A part as it stands in the file; parts that are none of the form have no number. */
interface RawPart {
  /** Its place in the file's list. */
  index: number;
  title: string;
  /** Null where the file has no list of them. */
  events: readonly unknown[] | null;
}

/** Adds an event to a file of a series. */
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
      `Part ${number} has ${MOST_EVENTS} events, which is as many as a part may have.`,
    );
  return { text: withEventLine(text, index, events, event), answer: { isNew: true, part: number, title } };
}

/** Adds a part to a file of a series; answers its number. */
export function planPart(text: string, { path, slug, ...part }: Where & SeriesPart): Planned<number> {
  const parts = rawParts(text, path);
  if (parts.length >= MOST_PARTS)
    throw refusal(
      'CHRONICLE_SERIES_FULL',
      `The series ${slug} has ${MOST_PARTS} parts, which is as many as it may have.`,
    );
  const added = withPartLines(text, parts.length, part);
  return { text: added, answer: parts.filter((each) => each !== null).length + 1 };
}

/** The entries of the file's list of parts, null for those that are none. Refuses (CHRONICLE_BAD_SERIES) what cannot be added to. */
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
    `${path}:${line}:${column}: The series has no list of parts that could be added to.`,
  );
}

function rawPart(part: unknown, index: number): RawPart | null {
  if (!isRecord(part)) return null;
  const { title, events } = part;
  return { index, title: typeof title === 'string' ? title : '', events: Array.isArray(events) ? events : null };
}

function refusal(code: string, sentence: string): ChronicleError {
  return new ChronicleError(code, `${sentence} Nothing was written.`);
}
