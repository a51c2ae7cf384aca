/**
 * A table as a file that spreadsheets read: RFC 4180, lines end with CR LF, the header first.
 *
 * A spreadsheet takes text that begins with one of `= + - @`, a tab or a line's end for a formula, and chronicle text
 * is not ours: such a text gets an apostrophe in front. Numbers stay numbers; null is an empty field.
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
