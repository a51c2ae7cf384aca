/** Searches a file of any size for a text. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { READ } from '#src/lib/read-file.ts';
import type { TextMatcher } from './text-matcher.ts';

const CHUNK = 4 * 1024 * 1024;
/** Matches break a line at most here: people type or paste the text (bytes). */
const LONGEST_MATCH = 64 * 1024;
/** Whether the text is in a file that is deleted anyway. False if it cannot be read. */
export function hasText(path: string, text: TextMatcher): boolean {
  const found = linesWith(path, text);
  return found !== null && found !== 'unread';
}

/**
 * The first line of a file in which a match begins, and in how many lines one does; null for none, or if there is no file.
 * 'unread' if the file could not be read to its end and nothing was found before. Takes the same memory for any file.
 */
export function linesWith(path: string, text: TextMatcher): { line: number; lines: number } | 'unread' | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch (error) {
    return isErrno(error, 'ENOENT') ? null : 'unread';
  }
  let [first, lines, last] = [0, 0, 0];
  // A piece is searched with the end of those before it, where a match or an id may begin.
  let [rest, restLine, counted] = ['', 1, 0];
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let length = CHUNK; length > 0; ) {
      length = readSync(file, buffer, 0, CHUNK, null);
      const bytes = rest + buffer.toString('latin1', 0, length);
      const complete = length === 0 ? bytes.length : Math.max(bytes.length - LONGEST_MATCH, counted);
      let [at, line] = [0, restLine];
      for (const offset of text.offsets(bytes)) {
        if (offset < counted || offset >= complete) continue;
        line += linesIn(bytes, at, offset);
        at = offset;
        if (line === last) continue;
        [first, lines, last] = [first || line, lines + 1, line];
      }
      const kept = Math.max(complete - LONGEST_MATCH, 0);
      restLine += linesIn(bytes, 0, kept);
      [rest, counted] = [bytes.slice(kept), complete - kept];
    }
  } catch {
    if (lines === 0) return 'unread';
  } finally {
    closeSync(file);
  }
  return lines === 0 ? null : { line: first, lines };
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
