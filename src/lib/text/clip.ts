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

/** A line of at most `length` characters, cut after a word. */
export function cutAtWord(line: string, length: number): string {
  if (line.length <= length) return line;
  const cut = Array.from(line.slice(0, length - 1));
  // Half of a surrogate pair.
  if (/^[\ud800-\udbff]$/.test(cut.at(-1) ?? '')) cut.pop();
  const text = cut.join('');
  const end = line[text.length] === ' ' ? text.length : text.lastIndexOf(' ');
  return `${text.slice(0, end > length / 2 ? end : text.length).replace(/[\s,;:.–—-]+$/, '')}…`;
}

/** Space other than single blanks. */
const SPREAD = /[^\S ]| {2}/;

/** Puts a text on one line. */
export function oneLine(text: string): string {
  return (SPREAD.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
