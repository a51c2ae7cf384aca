/** Shortens a text to `length` characters including an ellipsis; a shorter text is unchanged. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  if (!SURROGATE.test(text.slice(0, length))) return `${text.slice(0, length - 1)}…`;
  // A character is one or two code units.
  const characters = Array.from(text.slice(0, 2 * length));
  return text.length <= 2 * length && characters.length <= length
    ? text
    : `${characters.slice(0, length - 1).join('')}…`;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Space other than single blanks. */
const SPREAD = /[^\S ]| {2}/;

/** Puts a text on one line. */
export function oneLine(text: string): string {
  return (SPREAD.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
