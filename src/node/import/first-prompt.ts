import { promptOf } from '#src/import/prompt.ts';
import { readRecord, type TranscriptRecord } from '#src/import/record.ts';
import { isBookkeeping, readLines } from './read-lines.ts';

/** A prompt with pictures in it; what is longer is taken for one. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Where somebody first asked for anything in a transcript. */
type FirstPrompt = Pick<TranscriptRecord, 'cwd' | 'isHeadless'>;

/** Reads a transcript no further than to the first prompt; null if nobody asks for anything in it. Throws if it cannot be read. */
export async function firstPrompt(path: string): Promise<FirstPrompt | null> {
  let found: FirstPrompt | null = null;
  const enough = new Error('A prompt was found');
  try {
    const { tooLong } = await readLines(path, {
      isSkipped: isBookkeeping,
      longest: LONGEST_LINE,
      line: (bytes) => {
        found = promptIn(bytes);
        if (found) throw enough;
      },
    });
    return tooLong > 0 ? { cwd: null, isHeadless: false } : null;
  } catch (error) {
    if (error === enough) return found;
    throw error;
  }
}

function promptIn(line: Buffer): FirstPrompt | null {
  try {
    const record = readRecord(JSON.parse(line.toString()));
    return record !== null && promptOf(record) !== null ? record : null;
  } catch {
    // Half a line.
    return null;
  }
}
