import type { ChronicleEvent } from './chronicle.ts';

/**
 * The source of an event that was found in a transcript. Its details name it in lines that no person wrote:
 *
 *     candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f          or evidence: …, once somebody confirmed it,
 *                                                              or recorded: … commit a1b2c3d
 *     transcript: 0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e.jsonl:120
 */

interface Provenance {
  /** The transcript's record. */
  record: string | null;
  /** The transcript's file and line, `….jsonl:120`. */
  transcript: string | null;
}

type Details = Pick<ChronicleEvent, 'details'>;

const LINE =
  /^(?:(?:candidate|evidence): (\S+)|recorded: (\S+) [a-z]+(?: [0-9a-f]{4,64})?|transcript: (\S+\.jsonl:\d+))[ \t]*$/;

/** The source named in an event's details; null for a logged event. */
export function provenanceOf({ details }: Details): Provenance | null {
  if (!mayHave(details)) return null;
  const lines = details.split('\n').map((line) => LINE.exec(line));
  const first = (group: number) => lines.find((line) => line?.[group] !== undefined)?.[group] ?? null;
  const [record, transcript] = [first(1) ?? first(2), first(3)];
  return record === null && transcript === null ? null : { record, transcript };
}

/** The records that an event's details name as its source. */
export function namedRecords(details: string): string[] {
  if (!mayHave(details)) return [];
  return details.split('\n').flatMap((line) => {
    const [, candidate, recorded] = LINE.exec(line) ?? [];
    return candidate ?? recorded ?? [];
  });
}

/** An event's details without the lines that name its source. */
export function writtenDetails({ details }: Details): string {
  if (!mayHave(details)) return details;
  const lines = details.split('\n');
  const written = lines.filter((line) => !LINE.test(line));
  return written.length === lines.length ? details : written.join('\n').trimEnd();
}

/** A quick check: pages ask about a quarter of a million events, and most name no source. */
function mayHave(details: string): boolean {
  return ['candidate: ', 'evidence: ', 'recorded: ', 'transcript: '].some((word) => details.includes(word));
}

/** The place of a candidate's record in a transcript. */
export interface TranscriptPlace {
  /** The transcript's name. */
  file: string;
  /** From 1. */
  line: number;
}

// A bare file name: text from a chronicle never becomes a path.
const PLACE = /^transcript: ([\w][\w.-]{0,150}\.jsonl):([1-9]\d{0,8})[ \t]*$/m;

/** The transcript place named in an event's details, or null. */
export function transcriptPlace(details: string): TranscriptPlace | null {
  const [, file, line] = PLACE.exec(details) ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}
