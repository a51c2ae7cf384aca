import { closeSync, openSync, readSync } from 'node:fs';
import type { TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { READ } from '#src/lib/open-flags.ts';

const CHUNK = 4 * 1024 * 1024;
/** No match is longer: people type or paste the text (bytes). */
const LONGEST_MATCH = 1024 * 1024;
/** What precedes a match may make it part of an id. None is longer (bytes). */
const CONTEXT = 64 * 1024;

/** Where a text is in a file: its first line, and how many lines have it. */
interface FoundLines {
  line: number;
  lines: number;
}

/**
 * The first line of a file in which a match begins, and in how many lines one does; null for none, or if there is no file.
 * 'unread' if the file could not be read to its end and nothing was found before. Takes the same memory for any file.
 */
export function linesWith(path: string, text: TextMatcher): FoundLines | 'unread' | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch (error) {
    return isErrno(error, 'ENOENT') ? null : 'unread';
  }
  const search = new LineSearch(text);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let length: number;
    do {
      length = readSync(file, buffer, 0, CHUNK, null);
      search.read(buffer.toString('latin1', 0, length), length === 0);
    } while (length > 0);
  } catch {
    return search.found ?? 'unread';
  } finally {
    closeSync(file);
  }
  return search.found;
}

/** Searches a file piece by piece. Each piece is searched with the end of those before it, where a match may begin. */
class LineSearch {
  found: FoundLines | null = null;
  readonly #text: TextMatcher;
  /** The last bytes that were read. */
  #rest = '';
  /** The line in which they begin. */
  #line = 1;
  /** Matches that begin before this offset of the rest are counted. */
  #counted = 0;
  /** The last line with a match. */
  #last = 0;

  constructor(text: TextMatcher) {
    this.#text = text;
  }

  read(piece: string, isEnd: boolean): void {
    const bytes = this.#rest + piece;
    const complete = isEnd ? bytes.length : Math.max(bytes.length - LONGEST_MATCH, this.#counted);
    let [at, line] = [0, this.#line];
    for (const offset of this.#text.offsets(bytes)) {
      if (offset < this.#counted || offset >= complete) continue;
      line += linesIn(bytes, at, offset);
      at = offset;
      this.#count(line);
    }
    const kept = Math.max(complete - CONTEXT, 0);
    this.#line += linesIn(bytes, 0, kept);
    this.#rest = bytes.slice(kept);
    this.#counted = complete - kept;
  }

  #count(line: number): void {
    if (line === this.#last) return;
    this.#last = line;
    this.found = { line: this.found?.line ?? line, lines: (this.found?.lines ?? 0) + 1 };
  }
}

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
