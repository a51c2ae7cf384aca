/**
 * Files are read and edited as Latin-1, one character for each byte, so that an edit keeps every byte it does not change.
 * Hooks load this file: it imports nothing.
 */

/** The UTF-8 bytes of a text, as Latin-1. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The text of UTF-8 bytes in Latin-1. */
export function asText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
