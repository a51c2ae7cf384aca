/**
 * Markup characters, and characters that XML 1.0 does not allow: control characters except tab and line ends, unpaired
 * surrogates, U+FFFE and U+FFFF (https://www.w3.org/TR/xml/#charsets).
 */
const SPECIAL = /[&<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** What most texts have nothing of. Quicker than `SPECIAL`, as it takes every surrogate for an unpaired one. */
const MAYBE_SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** Escapes untrusted text for XML text and quoted attribute values. Removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  if (!MAYBE_SPECIAL.test(text)) return text;
  return text.replace(SPECIAL, (character) => (/[&<>"']/.test(character) ? `&#${character.charCodeAt(0)};` : ''));
}
