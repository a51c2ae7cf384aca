/**
 * What would be markup, and what XML 1.0 has no place for: control characters but tab and the line's
 * ends, halves of characters, U+FFFE and U+FFFF (https://www.w3.org/TR/xml/#charsets).
 */
const SPECIAL = /[&<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Untrusted text as XML text or as a quoted attribute's value. What XML forbids is left out. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => (/[&<>"']/.test(character) ? `&#${character.charCodeAt(0)};` : ''));
}
