import { closeSync, openSync, readSync } from 'node:fs';
import type { TextMatcher } from '#src/forget/text-matcher.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import { READ } from '../disk/open-flags.ts';

const CHUNK = 4 * 1024 * 1024;

/** The first line of a file with the text, and how many lines have it; null for none, or if there is no file. Takes as much memory as the longest line. */
export function linesWith(path: string, text: TextMatcher): { line: number; lines: number } | 'unread' | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch (error) {
    return isErrno(error, 'ENOENT') ? null : 'unread';
  }
  const found = new Set<number>();
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let rest = '';
    let before = 0;
    for (;;) {
      const length = readSync(file, buffer, 0, CHUNK, null);
      rest += buffer.toString('latin1', 0, length);
      const end = length === 0 ? rest.length : rest.lastIndexOf('\n') + 1;
      const part = rest.slice(0, end);
      rest = rest.slice(end);
      let [at, line] = [0, before + 1];
      for (const offset of text.offsets(part)) {
        line += linesIn(part, at, offset);
        at = offset;
        found.add(line);
      }
      before += linesIn(part, 0, part.length);
      if (length === 0) break;
    }
  } catch {
    // A read error ends the search. What was found so far is reported.
  } finally {
    closeSync(file);
  }
  const [first] = found;
  return first === undefined ? null : { line: first, lines: found.size };
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
