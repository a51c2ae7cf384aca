/**
 * Markup characters, and characters that XML 1.0 does not allow: control characters except tab and line ends, unpaired
 * surrogates, U+FFFE and U+FFFF (https://www.w3.org/TR/xml/#charsets).
 */
const SPECIAL = /[&<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes untrusted text for XML text and quoted attribute values. Removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => (/[&<>"']/.test(character) ? `&#${character.charCodeAt(0)};` : ''));
}
