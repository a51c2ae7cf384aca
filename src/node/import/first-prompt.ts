import { promptOf } from '#src/import/prompt.ts';
import { readRecord, type TranscriptRecord } from '#src/import/record.ts';
import { isBookkeeping, readLines } from './read-lines.ts';

/** A longer line counts as a prompt with pictures. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Where the first prompt of a transcript was sent. */
type FirstPrompt = Pick<TranscriptRecord, 'cwd' | 'isHeadless'>;

/** Reads a transcript up to its first prompt; null if it has none. Throws if it cannot be read. */
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
    // An incomplete line.
    return null;
  }
}
