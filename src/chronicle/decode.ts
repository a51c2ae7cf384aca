import { type Problem, problemAt } from './problem.ts';

/** Larger files are left out: the format's own tests go to 5 MB, and notes do not come near it. */
export const LARGEST_FILE = 16 * 1024 * 1024;

/**
 * A file's bytes as text, without a byte order mark; or why they are not text.
 * Takes UTF-8 only: a chronicle in another encoding is reported, never guessed at.
 */
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
    return { problem: problemAt('CHRONICLE_NOT_UTF8', line, column, 'a byte here begins no character') };
  }
}

/** Where the first character begins that the bytes do not complete. */
function firstInvalidByte(bytes: Uint8Array): { line: number; column: number } {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isDecodable(bytes.subarray(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  // Bytes of a character that breaks off stay pending, so the place is where that character begins.
  const before = new TextDecoder().decode(bytes.subarray(0, low), { stream: true }).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** A cut inside a character counts as decodable: `stream` leaves its first bytes pending. */
function isDecodable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
