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
