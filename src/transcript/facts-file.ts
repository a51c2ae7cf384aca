/** Reads and writes facts files; `src/transcript/facts.ts` has their form. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { LARGEST_FILE } from '#src/format/decode.ts';
import { parseFacts } from '#src/transcript/facts.ts';
import { isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { READ } from '../lib/open-flags.ts';

/** Facts, or why they cannot be used. Both are null if there is no file. */
export type FactsReading = ReturnType<typeof parseFacts> | { facts: null; fault: null };

/** Reads a whole facts file. Never throws. Does not follow links, and refuses a file larger than 16 MiB. */
export function readFacts(path: string): FactsReading {
  const { text, fault } = readFactsText(path);
  return text === null ? { facts: null, fault } : parseFacts(text);
}

/** The text of a facts file, or why it cannot be read. Both are null if there is no file. */
export function readFactsText(path: string): { text: string; fault: null } | { text: null; fault: string | null } {
  try {
    const file = openSync(path, READ);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return { text: null, fault: 'It is not a regular file.' };
      if (stats.size > LARGEST_FILE) return { text: null, fault: 'It is larger than 16 MiB.' };
      return { text: readFileSync(file, 'utf8'), fault: null };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { text: null, fault: null };
    return { text: null, fault: sentenceOf(error) };
  }
}
