/** The lines of a text outside of code fences and comments: examples of a form are not of that form. */
export function fenceless(text: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of withoutComments(text).split(/\r?\n/)) {
    const [, mark] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
    } else if (mark !== undefined) fence = mark;
    else lines.push(line);
  }
  return lines;
}

/** A text without its comments and byte order mark. */
export function withoutComments(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/<!--[\s\S]*?-->/g, '');
}
