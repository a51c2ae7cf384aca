import { isBookkeeping, isUnharvested, type LineReading, readLines, readLinesInTurns } from './read-lines.ts';

/** How many lines of transcripts were skipped, and why. */
export interface SkippedLines {
  /** Lines that are not JSON. */
  broken: number;
  /** Last lines without a line end: they are still being written. */
  torn: number;
  tooLong: number;
}

interface ValueReading {
  value: (value: unknown, line: number) => void;
  progress?: (bytes: number) => void;
}

/** Longer lines contain pictures or whole files, not prompts or errors. */
const LONGEST = 16 * 1024 * 1024;

/** Reads the values in a transcript's lines for a survey. Throws the system's errors. */
export function surveyValues(path: string, reading: ValueReading): SkippedLines {
  const values = new Values(reading, isBookkeeping);
  return values.skipped(readLines(path, values.reading));
}

/** Reads the values in a transcript's lines for a harvest, in turns with other work. Throws the system's errors. */
export async function harvestValues(path: string, reading: ValueReading): Promise<SkippedLines> {
  const values = new Values(reading, isUnharvested);
  return values.skipped(await readLinesInTurns(path, values.reading));
}

class Values {
  readonly reading: LineReading;
  #count = 0;
  #lastBroken = 0;
  #last = 0;

  constructor({ value, progress }: ValueReading, isSkipped: LineReading['isSkipped']) {
    const line = (bytes: Buffer, number: number) => {
      this.#last = number;
      const parsed = parsedLine(bytes);
      if (parsed !== undefined) return value(parsed, number);
      this.#lastBroken = number;
      this.#count++;
    };
    this.reading = { line, isSkipped, longest: LONGEST, ...(progress ? { progress } : {}) };
  }

  skipped({ tooLong, isTorn }: ReturnType<typeof readLines>): SkippedLines {
    // A line that is still being written is not broken.
    const torn = isTorn && this.#count > 0 && this.#lastBroken === this.#last ? 1 : 0;
    return { broken: this.#count - torn, torn, tooLong };
  }
}

function parsedLine(bytes: Buffer): unknown {
  try {
    // Some editors add a byte order mark.
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
