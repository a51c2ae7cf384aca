import type { ChronicleEvent } from './chronicle.ts';

/**
 * Where an event comes from that was worked out from a transcript. Its details say so in lines of their own, which no
 * person wrote:
 *
 *     candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f          or evidence: …, once somebody confirmed it
 *     transcript: 0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e.jsonl:120
 */

interface Provenance {
  /** The record of the transcript; null if the details name none. */
  record: string | null;
  /** The transcript's file and line, `….jsonl:120`; null if the details name none. */
  transcript: string | null;
}

type Details = Pick<ChronicleEvent, 'details'>;

const LINE = /^(?:(?:candidate|evidence): (\S+)|transcript: (\S+\.jsonl:\d+))[ \t]*$/;

/** What an event's details say of where it comes from; null for an event that was logged. */
export function provenanceOf({ details }: Details): Provenance | null {
  if (!mayHave(details)) return null;
  const lines = details.split('\n').map((line) => LINE.exec(line));
  const first = (group: number) => lines.find((line) => line?.[group] !== undefined)?.[group] ?? null;
  const [record, transcript] = [first(1), first(2)];
  return record === null && transcript === null ? null : { record, transcript };
}

/** An event's details without the lines on where it comes from: what somebody wrote, or the transcript says. */
export function writtenDetails({ details }: Details): string {
  if (!mayHave(details)) return details;
  const lines = details.split('\n');
  const written = lines.filter((line) => !LINE.test(line));
  return written.length === lines.length ? details : written.join('\n').trimEnd();
}

/** Most events have none of these words, and pages ask of a quarter of a million. */
function mayHave(details: string): boolean {
  return details.includes('candidate: ') || details.includes('evidence: ') || details.includes('transcript: ');
}

/** Where the record stands that a candidate was worked out from. */
export interface TranscriptPlace {
  /** The transcript's name. */
  file: string;
  /** From 1. */
  line: number;
}

// A name alone: what a chronicle says never becomes a path of its own.
const PLACE = /^transcript: ([\w][\w.-]{0,150}\.jsonl):([1-9]\d{0,8})[ \t]*$/m;

/** The place that an event's details name, or null. */
export function transcriptPlace(details: string): TranscriptPlace | null {
  const [, file, line] = PLACE.exec(details) ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}
