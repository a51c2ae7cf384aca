import { statSync } from 'node:fs';
import { asText } from '#src/node/disk/latin1.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { localTime } from '#src/record/local-time.ts';

/** A text file of another system. */
export interface TextFile {
  path: string;
  text: string;
  /** The local day on which it was last written. */
  day: string;
  writtenMs: number;
}

/** Reads a text file; a sentence if it cannot be read; null if there is none. Does not follow links. */
export function readTextFile(path: string): TextFile | string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    const text = asText(readRegularFile(path).text);
    if (text.includes('\0')) return `${path} is not a text file.`;
    return { path, text, day: localTime(stats.mtime).date, writtenMs: stats.mtimeMs };
  } catch (error) {
    return sentenceOf(error).replace(' Nothing was written.', '');
  }
}
