import { LARGEST_FILE } from '#src/lib/read-file.ts';
import { type Problem, problemAt } from './problem.ts';

/** Decodes a file as UTF-8, without a byte order mark. Other encodings are reported as a problem and never guessed. */
export function decodeText(bytes: Uint8Array): { text: string } | { problem: Problem } {
  if (bytes.length > LARGEST_FILE) return { problem: problemAt('CHRONICLE_TOO_LARGE', 1, 1, '16 MiB') };
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { problem: problemAt('CHRONICLE_NOT_UTF8', 1, 1, 'it looks like UTF-16, little-endian') };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { problem: problemAt('CHRONICLE_NOT_UTF8', 1, 1, 'it looks like UTF-16, big-endian') };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const { line, column } = firstInvalidByte(bytes);
    return { problem: problemAt('CHRONICLE_NOT_UTF8', line, column, 'there is an invalid byte here') };
  }
}

/** The place of the first invalid or incomplete character. */
function firstInvalidByte(bytes: Uint8Array): { line: number; column: number } {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isDecodable(bytes.subarray(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  // `stream` holds back the bytes of an incomplete character, so this counts up to where it begins.
  const before = new TextDecoder().decode(bytes.subarray(0, low), { stream: true }).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** True even if the bytes end inside a character, which `stream` holds back. */
function isDecodable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
