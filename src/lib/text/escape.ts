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

/**
 * A table as CSV for spreadsheets: RFC 4180, with CR LF line ends and a header line.
 *
 * A spreadsheet runs text that begins with `= + - @`, a tab or a line break as a formula. Chronicle text is untrusted, so
 * such a text gets an apostrophe in front. Numbers stay numbers; null is an empty field.
 */
export function csv(header: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

type Field = string | number | null;

const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

function field(value: Field): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
