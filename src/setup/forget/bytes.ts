/** The UTF-8 bytes of a text as Latin-1, one character per byte. */
export function bytesOf(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text of UTF-8 bytes held as Latin-1. Invalid UTF-8 becomes U+FFFD. */
export function textOf(bytes: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
