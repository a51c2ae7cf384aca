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
