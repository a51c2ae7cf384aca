/** A text's UTF-8 as Latin-1, one character a byte. */
export function bytesOf(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text of UTF-8 in Latin-1; what is none becomes U+FFFD. */
export function textOf(bytes: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
