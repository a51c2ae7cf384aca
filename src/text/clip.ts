/** A text's first `length` characters and an ellipsis, or the text itself if it is not longer. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** A text in one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
