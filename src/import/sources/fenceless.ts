import { outsideFences } from '#src/value/fenced-lines.ts';

/** The lines of a text outside of code fences and comments: examples of a form are not of that form. */
export function fenceless(text: string): string[] {
  return outsideFences(withoutComments(text).split(/\r?\n/));
}

/** A text without its comments and byte order mark. */
export function withoutComments(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/<!--[\s\S]*?-->/g, '');
}
