/** Shortens a text to `length` characters including an ellipsis; a shorter text is unchanged. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** Puts a text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
