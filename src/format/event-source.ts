/**
 * Where an event comes from: logged by the agent or a person, or found in a transcript. Found events lie in a session's
 * facts. Version 0.1 wrote them into the chronicle, with lines that name their source, and these are read for ever:
 *
 *     candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f
 *     recorded: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f commit a1b2c3d
 *     transcript: 0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e.jsonl:120
 *
 * A logged event that somebody kept from the found ones names its record as `evidence: …`.
 */

/** The kinds of places in a transcript where events are found, and what people call them. */
const SOURCE_NAMES = {
  commit: 'a commit',
  plan: 'an accepted plan',
  dialog: 'an answered question',
  cause: 'a stated cause',
  correction: 'an accepted correction',
  prose: 'the conversation',
} as const satisfies Record<string, string>;

export type SourceKind = keyof typeof SOURCE_NAMES;

/** A place in a transcript: the file's name, and the line from 1. */
export interface TranscriptPlace {
  file: string;
  line: number;
}

/** Where a found event was found. */
export interface EventSource {
  from: SourceKind;
  /** A commit's hash; empty for everything else. */
  reference: string;
  /** The id of the transcript's record. */
  record: string;
  /** Null where an old line does not name it. */
  place: TranscriptPlace | null;
}

/** What says where an event of a chronicle comes from. */
type Read = { details: string; found?: EventSource | undefined };

const CANDIDATE = /^candidate: (\S+)[ \t]*$/m;
const RECORDED = /^recorded: (\S+) ([a-z]+)(?: ([0-9a-f]{4,64}))?[ \t]*$/m;
// A bare file name: text from a chronicle never becomes a path.
const PLACE = /^transcript: ([\w][\w.-]{0,150}\.jsonl):([1-9]\d{0,8})[ \t]*$/m;
const LINE =
  /^(?:(?:candidate|evidence): (\S+)|recorded: (\S+) [a-z]+(?: [0-9a-f]{4,64})?|transcript: \S+\.jsonl:\d+)[ \t]*$/;

/** Where an event was found, in words: `an answered question`, `commit a1b2c3d`. */
export function sourceWords({ from, reference }: Pick<EventSource, 'from' | 'reference'>): string {
  return reference === '' ? SOURCE_NAMES[from] : `${from} ${reference}`;
}

/** Where an event was found; null for a logged one. */
export function foundIn({ details, found }: Read): EventSource | null {
  if (found !== undefined) return found;
  if (!mayHave(details)) return null;
  const place = transcriptPlace(details);
  const [, record, word = '', reference = ''] = RECORDED.exec(details) ?? [];
  if (record !== undefined) return { ...sourceOf(`${word} ${reference}`), record, place };
  const candidate = CANDIDATE.exec(details)?.[1];
  return candidate === undefined ? null : { from: 'prose', reference: '', record: candidate, place };
}

/** Whether an event was found in a transcript. */
export function isFound(event: Read): boolean {
  return foundIn(event) !== null;
}

/** Whether an event was logged. Figures about memory count only these. */
export function isLogged(event: Read): boolean {
  return foundIn(event) === null;
}

/** The parts of a source such as `commit a1b2c3d`. Unknown words count as prose. */
export function sourceOf(source: string): Pick<EventSource, 'from' | 'reference'> {
  const [word = '', reference = ''] = source.split(' ', 2);
  const isHash = /^[0-9a-f]{4,64}$/.test(reference);
  return { from: fromWord(word), reference: isHash ? reference : '' };
}

function fromWord(word: string): SourceKind {
  // The word of version 0.1.
  if (word === 'question') return 'dialog';
  return Object.hasOwn(SOURCE_NAMES, word) ? (word as SourceKind) : 'prose';
}

/** The records that an event's details name as its source or its evidence. */
export function namedRecords(details: string): string[] {
  if (!mayHave(details)) return [];
  return details.split('\n').flatMap((line) => {
    const [, record, recorded] = LINE.exec(line) ?? [];
    return record ?? recorded ?? [];
  });
}

/** The transcript's record that an event comes from or names as its evidence; null without one. */
export function recordOf(event: Read): string | null {
  return foundIn(event)?.record ?? namedRecords(event.details)[0] ?? null;
}

/** An event's details without the lines that name its source. */
export function writtenDetails({ details }: Pick<Read, 'details'>): string {
  if (!mayHave(details)) return details;
  const lines = details.split('\n');
  const written = lines.filter((line) => !LINE.test(line));
  return written.length === lines.length ? details : written.join('\n').trimEnd();
}

/** The place in a transcript that an event's details name; null without one. */
function transcriptPlace(details: string): TranscriptPlace | null {
  const [, file, line] = PLACE.exec(details) ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}

/** A quick check: pages ask about a quarter of a million events, and most name no source. */
function mayHave(details: string): boolean {
  return ['candidate: ', 'evidence: ', 'recorded: ', 'transcript: '].some((word) => details.includes(word));
}
